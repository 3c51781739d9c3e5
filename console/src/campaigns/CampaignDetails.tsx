import {
  appliesText,
  CAMPAIGN_DELETED,
  CAMPAIGN_RESYNCED,
  type Campaign,
  campaignFields,
  campaigns,
  discountType,
  durationText,
  type Redemption,
  redemptionLimit,
  valueText,
} from '@hikmah/contract/campaigns'
import { consolePaths } from '@hikmah/contract/console-paths'
import { formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { confirm, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { countText, plural } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable, useList } from '../kit/list/ListTable.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { ButtonLink, Page, SectionHead } from '../kit/page/Page.tsx'
import { OrderLink } from '../orders/OrderLink.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import {
  CampaignStatusBadge,
  campaignsTrail,
  campaignsWayBack,
  MAY_NOT_CHANGE,
  toMilliseconds,
} from './CampaignCells.tsx'
import classes from './campaigns.module.css'

const route = getRouteApi('/console/campaign-details')

/** /campaign-details?id=… */
export function CampaignDetails() {
  const { id } = route.useSearch()
  return id ? <OneCampaign key={id} id={id} /> : <Navigate to="/campaign" replace />
}

function OneCampaign({ id }: { id: string }) {
  const campaign = useQuery(read(campaigns.readCampaign, { params: { id } }))
  return (
    <LoadedPage name="Campaign" shape="detail" query={campaign} trail={campaignsTrail} wayBack={campaignsWayBack}>
      {(data) => (
        <Page
          title={data.code}
          badge={<CampaignStatusBadge status={data.displayStatus} />}
          trail={campaignsTrail}
          action={<Actions campaign={data} />}
        >
          <StaleMark asOf={data.syncedAt} />
          <CampaignFacts campaign={data} />
          <RedemptionHistory id={id} used={data.times_redeemed} />
        </Page>
      )}
    </LoadedPage>
  )
}

function Actions({ campaign: { _id, code } }: { campaign: Campaign }) {
  const navigate = useNavigate()
  const mayManage = useMay('campaigns.manage')
  const input = { params: { id: _id } }
  const resync = useWrite(campaigns.resyncCampaign, {
    success: (_, message) => notifySuccess(message ?? CAMPAIGN_RESYNCED, code),
    error: ({ message }) => notifyFailure(message),
  })
  const remove = useWrite(campaigns.deleteCampaign, {
    leave: () => navigate({ to: '/campaign' }),
    success: (_, message) => notifySuccess(message ?? CAMPAIGN_DELETED),
    error: ({ message }) => notifyFailure(message),
  })

  async function askAndDelete() {
    const isSure = await confirm({
      title: `Delete campaign ${code}?`,
      body: `${code} is permanently deactivated at Stripe: nobody can use it any more. Past redemptions stay as they are.`,
      action: 'Delete campaign',
    })
    if (isSure) remove.mutate(input)
  }

  const reason = !mayManage && MAY_NOT_CHANGE
  return (
    <>
      <GuardedButton variant="default" loading={resync.isPending} reason={reason} onClick={() => resync.mutate(input)}>
        Update from Stripe
      </GuardedButton>
      {mayManage && (
        <ButtonLink variant="default" leftSection={<Icon name="edit" />} to="/edit-campaign" search={{ id: _id }}>
          Edit Campaign
        </ButtonLink>
      )}
      <GuardedButton
        variant="danger-outline"
        leftSection={<Icon name="trash" />}
        loading={remove.isPending}
        reason={reason}
        onClick={() => void askAndDelete()}
      >
        DELETE CAMPAIGN
      </GuardedButton>
    </>
  )
}

const redemptionColumns = (returnUrl: string): Column<Redemption>[] => [
  {
    header: 'Organization',
    narrow: 'title',
    cell: ({ orgId, customerName }) =>
      orgId ? (
        <OrganizationLink id={orgId._id}>{organizationName(orgId.orgName)}</OrganizationLink>
      ) : (
        <span className="quiet">{customerName || 'Not linked'}</span>
      ),
  },
  { header: 'Redeemed', width: 200, narrow: 'sub', cell: ({ redeemedAt }) => <When at={redeemedAt} as="moment" /> },
  {
    header: 'Order',
    width: 120,
    cell: ({ order }) =>
      order ? (
        <OrderLink id={order._id} returnUrl={returnUrl}>
          {order.orderNo}
        </OrderLink>
      ) : (
        '–'
      ),
  },
  { header: 'Invoices', width: 96, align: 'right', cell: ({ invoices }) => invoices },
  {
    header: 'Discount',
    width: 128,
    align: 'right',
    narrow: 'end',
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
]

function RedemptionHistory({ id, used }: { id: string; used: number }) {
  const { page, limit } = pageOf(route.useSearch())
  const list = useList(read(campaigns.listRedemptions, { params: { id }, query: { page, limit } }))
  return (
    <section aria-label="Redemption History" className={classes.redemptions}>
      <SectionHead title="Redemption History" />
      <ListTable
        name="Redemption History"
        one="redemption"
        query={list}
        columns={redemptionColumns(consolePaths.campaign(id))}
        rowKey={({ key }) => key}
        empty={
          used > 0
            ? {
                title: 'Not billed yet',
                text: `Stripe counts ${plural(used, 'use')} of the code. Each appears here with the first invoice that it lowers.`,
              }
            : { title: 'Not redeemed yet', text: 'Each use of the code appears here, with its discount.' }
        }
      />
    </section>
  )
}

const limitText = (limit: number | null) => (limit === null ? 'unlimited' : countText(limit))

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
  const picture: [string, ReactNode] = [
    campaignFields.imageMetaData,
    <img key="image" className={classes.picture} src={image.imageUrl} alt={image.imageName} />,
  ]
  return (
    <section aria-label="Campaign details">
      <SectionHead title="Campaign details" />
      <Facts
        facts={[
          ['Used', used(campaign)],
          ['Valid From', <When key="from" at={toMilliseconds(campaign.created)} as="moment" />],
          ['Campaign', campaign.code],
          ['Limit', limitText(redemptionLimit(campaign))],
          [
            'Valid Till',
            campaign.expires_at === null ? (
              'No end'
            ) : (
              <When key="till" at={toMilliseconds(campaign.expires_at)} as="moment" />
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
              <span className="quiet">Marked {campaign.status}</span>
            </span>,
          ],
          [campaignFields.campaignType, campaign.campaignType],
          [campaignFields.duration, durationText(coupon)],
          [campaignFields.organizationLimit, limitText(campaign.organizationLimit)],
          ['Conditions', conditions.join(', ')],
          [campaignFields.id, campaign.id],
          ['Coupon', coupon.name],
          ['Added', <When key="added" at={campaign.createdAt} as="moment" />],
          ['As of', <When key="synced" at={campaign.syncedAt} as="moment" />],
          ...(image.imageUrl ? [picture] : []),
        ]}
      />
    </section>
  )
}

/** The coupon may be used up by its other codes. */
function used({ times_redeemed, coupon }: Campaign) {
  const { times_redeemed: couponUses, max_redemptions: limit } = coupon
  const isUsedUp = limit !== null && couponUses >= limit
  return isUsedUp
    ? `${countText(times_redeemed)}, its coupon ${countText(couponUses)}/${countText(limit)}`
    : countText(times_redeemed)
}
