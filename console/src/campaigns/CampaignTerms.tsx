import {
  appliesText,
  type Campaign,
  type CampaignPreview,
  campaignFields,
  discountType,
  durationText,
  offText,
  redemptionLimit,
  valueText,
} from '@hikmah/contract/campaigns'
import { formatMoney } from '@hikmah/contract/money'
import type { ReactNode } from 'react'
import { serverNow } from '../kit/format/server-time.ts'
import { countText, formatDate, joinByAnd, plural, timeUntil } from '../kit/format/texts.ts'
import { Age, When } from '../kit/format/When.tsx'
import { toMilliseconds } from './CampaignCells.tsx'

/** What the provider says of a code, imported or not. */
type Terms = Pick<Campaign, keyof CampaignPreview & keyof Campaign>
type Facts = [term: string, value: ReactNode][]

/** Of a history without rows: the provider may count uses before the first invoice that they lower. */
export const emptyHistory = (used: number) =>
  used > 0
    ? {
        title: 'Not billed yet',
        text: `Stripe counts ${plural(used, 'use')} of the code. Each appears here with the first invoice that it lowers.`,
      }
    : { title: 'Not redeemed yet', text: 'Each use of the code appears here, with its discount.' }

/** What it gives, then for what, for whom and until when. */
export function TermsText({ campaign: { coupon, restrictions, expires_at: till } }: { campaign: Terms }) {
  const names = coupon.applies_to.map(({ id, name }) => name || id)
  const limits = [
    names.length > 0 ? `${joinByAnd(names)} only` : 'all products',
    restrictions.first_time_transaction && 'first order only',
    restrictions.customer && 'one customer only',
    till !== null && `until ${formatDate(toMilliseconds(till), 'll')}`,
  ]
  return (
    <>
      <b>{offText(coupon)}</b>, {limits.filter(Boolean).join(', ')}
    </>
  )
}

/** The coupon may be used up by its other codes. */
export function usedText({ times_redeemed: used, coupon }: Terms): string {
  const { times_redeemed: couponUses, max_redemptions: limit } = coupon
  return limit !== null && couponUses >= limit && couponUses > used
    ? `${countText(used)}, its coupon ${countText(couponUses)} of ${countText(limit)}`
    : countText(used)
}

export const termsFacts = ({ coupon }: Terms): Facts => [
  [campaignFields.value, valueText(coupon)],
  [campaignFields.discountType, discountType(coupon)],
  [campaignFields.duration, durationText(coupon)],
  ['Coupon', coupon.name || coupon.id],
]

export function limitFacts(campaign: Terms): Facts {
  const { restrictions, created, expires_at: till } = campaign
  const limit = redemptionLimit(campaign)
  return [
    ['Limit', limit === null ? 'unlimited' : `${countText(limit)} in total`],
    [campaignFields.validFrom, <When key="from" at={toMilliseconds(created)} as="moment" />],
    [
      campaignFields.validTill,
      till === null ? (
        'No end'
      ) : (
        <span key="till">
          <When at={toMilliseconds(till)} as="moment" />
          {toMilliseconds(till) > serverNow() && <Age text={` · ${timeUntil(toMilliseconds(till))}`} />}
        </span>
      ),
    ],
    [
      'Minimum',
      restrictions.minimum_amount === null
        ? 'None'
        : formatMoney(restrictions.minimum_amount, restrictions.minimum_amount_currency ?? 'usd'),
    ],
  ]
}

export const restrictionFacts = ({ coupon, restrictions }: Terms): Facts => [
  [campaignFields.appliesTo, appliesText(coupon)],
  ['Customers', restrictions.customer ? `${restrictions.customer} only` : 'Any organization'],
  ['First order', restrictions.first_time_transaction ? 'Only' : 'Any order'],
]
