import {
  appliesText,
  type Campaign,
  campaignFields,
  discountType,
  durationText,
  redemptionLimit,
  valueText,
} from '@hikmah/contract/campaigns/schemas'
import { formatMoney } from '@hikmah/contract/money'
import type { ReactNode } from 'react'
import { Facts } from '../kit/display/Facts.tsx'
import { countText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { CampaignStatusBadge } from './CampaignStatusBadge.tsx'
import { MOMENT, momentOf } from './campaign-words.ts'
import classes from './campaigns.module.css'

const limitText = (limit: number | null) => (limit === null ? 'unlimited' : countText(limit))

/** What the code is worth, for whom and until when. */
export function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const { coupon, restrictions, imageMetaData: image } = campaign
  const minimum =
    restrictions.minimum_amount !== null &&
    `Orders from ${formatMoney(restrictions.minimum_amount, restrictions.minimum_amount_currency ?? 'usd')}`
  const conditions = [
    restrictions.first_time_transaction && 'First order only',
    minimum,
    restrictions.customer && `Customer ${restrictions.customer} only`,
  ].filter(Boolean)
  return (
    <section aria-label="Campaign details">
      <SectionHead title="Campaign details" />
      <Facts
        facts={[
          ['Used', used(campaign)],
          ['Valid From', <When key="from" at={momentOf(campaign.created)} as={MOMENT} />],
          ['Campaign', campaign.code],
          ['Limit', limitText(redemptionLimit(campaign))],
          [
            'Valid Till',
            campaign.expires_at === null ? (
              'No end'
            ) : (
              <When key="till" at={momentOf(campaign.expires_at)} as={MOMENT} />
            ),
          ],
          ['Discount Type', discountType(coupon)],
          ['Applicable to', appliesText(coupon)],
          ['Created by', campaign.createdBy],
          ['Value', valueText(coupon)],
          [
            'Status',
            <span key="status" className={classes.beside}>
              <CampaignStatusBadge status={campaign.displayStatus} />
              <span className={classes.quiet}>Marked {campaign.status}</span>
            </span>,
          ],
          [campaignFields.campaignType, campaign.campaignType],
          [campaignFields.duration, durationText(coupon)],
          [campaignFields.organizationLimit, limitText(campaign.organizationLimit)],
          ['Conditions', conditions.join(', ')],
          [campaignFields.id, campaign.id],
          ['Coupon', coupon.name],
          ['Added', <When key="added" at={campaign.createdAt} as={MOMENT} />],
          ['As of', <When key="synced" at={campaign.syncedAt} as={MOMENT} />],
          ...(image.imageUrl
            ? ([
                [
                  campaignFields.imageMetaData,
                  <img key="image" className={classes.picture} src={image.imageUrl} alt={image.imageName} />,
                ],
              ] as [string, ReactNode][])
            : []),
        ]}
      />
    </section>
  )
}

/** The coupon may be used up by its other codes. */
function used({ times_redeemed, coupon }: Campaign) {
  const { times_redeemed: ofCoupon, max_redemptions: limit } = coupon
  const isUsedUp = limit !== null && ofCoupon >= limit
  return isUsedUp
    ? `${countText(times_redeemed)}, its coupon ${countText(ofCoupon)}/${countText(limit)}`
    : countText(times_redeemed)
}
