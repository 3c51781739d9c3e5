import {
  CAMPAIGN_DELETED,
  CAMPAIGN_RESYNCED,
  type Campaign,
  type CampaignUse,
  campaignFields,
  campaigns,
  type Redemption,
  redemptionLimit,
} from '@hikmah/contract/campaigns'
import { consolePaths } from '@hikmah/contract/console-paths'
import { formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { SummaryCards } from '../kit/display/SummaryCards.tsx'
import { useIsNarrow } from '../kit/display/viewport.ts'
import { confirm, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { ageText, countText, formatDate, plural } from '../kit/format/texts.ts'
import { Age, When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable, useList } from '../kit/list/ListTable.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { ButtonLink, Page, SectionHead } from '../kit/page/Page.tsx'
import { GuardedItem, MoreMenu } from '../kit/popup/MoreMenu.tsx'
import { OrderLink } from '../orders/OrderLink.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import { CampaignStatusBadge, campaignsTrail, campaignsWayBack, MAY_NOT_CHANGE } from './CampaignCells.tsx'
import { emptyHistory, limitFacts, restrictionFacts, TermsText, termsFacts, usedText } from './CampaignTerms.tsx'
import classes from './campaigns.module.css'

const route = getRouteApi('/console/campaign-details')

export const readCampaign = (id: string) => read(campaigns.readCampaign, { params: { id } })

/** /campaign-details?id=… */
export function CampaignDetails() {
  const { id } = route.useSearch()
  return id ? <OneCampaign key={id} id={id} /> : <Navigate to="/campaign" replace />
}

function OneCampaign({ id }: { id: string }) {
  const campaign = useQuery(readCampaign(id))
  return (
    <LoadedPage name="Campaign" shape="detail" query={campaign} trail={campaignsTrail} wayBack={campaignsWayBack}>
      {(data) => (
        <Page
          title={data.code}
          badge={<CampaignStatusBadge status={data.displayStatus} />}
          sub={<TermsText campaign={data} />}
          trail={campaignsTrail}
          action={<Actions campaign={data} />}
        >
          <StaleMark asOf={data.syncedAt} />
          <Use campaign={data} />
          <CampaignFacts campaign={data} />
          <RedemptionHistory id={id} used={data.times_redeemed} />
        </Page>
      )}
    </LoadedPage>
  )
}

const UPDATE = 'Update from Stripe'
const DELETE = 'DELETE CAMPAIGN'

function Actions({ campaign: { _id, code, syncedAt } }: { campaign: Campaign }) {
  const navigate = useNavigate()
  const mayManage = useMay('campaigns.manage')
  const isNarrow = useIsNarrow()
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
  const age = ageText(syncedAt)
  const edit = mayManage && (
    <ButtonLink variant="default" leftSection={<Icon name="edit" />} to="/edit-campaign" search={{ id: _id }}>
      Edit Campaign
    </ButtonLink>
  )
  if (isNarrow) {
    return (
      <>
        {edit}
        <MoreMenu name="More for this campaign">
          <GuardedItem icon="download" reason={reason} onClick={() => resync.mutate(input)}>
            {UPDATE}
          </GuardedItem>
          <GuardedItem icon="trash" reason={reason} onClick={() => void askAndDelete()}>
            {DELETE}
          </GuardedItem>
        </MoreMenu>
      </>
    )
  }
  return (
    <>
      <span className={classes.synced}>
        Synced with Stripe <Age text={age === 'now' ? 'just now' : `${age} ago`} />
      </span>
      <GuardedButton variant="default" loading={resync.isPending} reason={reason} onClick={() => resync.mutate(input)}>
        {UPDATE}
      </GuardedButton>
      {edit}
      <GuardedButton
        variant="danger-outline"
        leftSection={<Icon name="trash" />}
        loading={remove.isPending}
        reason={reason}
        onClick={() => void askAndDelete()}
      >
        {DELETE}
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
  {
    header: 'Order',
    width: 108,
    cell: ({ order }) =>
      order ? (
        <OrderLink id={order._id} returnUrl={returnUrl}>
          {order.orderNo}
        </OrderLink>
      ) : (
        '–'
      ),
  },
  {
    header: 'Redeemed',
    width: 172,
    narrow: 'sub',
    cell: ({ redeemedAt }) => <When at={redeemedAt} age />,
    narrowCell: ({ order, redeemedAt }) => (
      <>
        {order && `${order.orderNo}, `}
        <When at={redeemedAt} age />
      </>
    ),
  },
  { header: 'Invoices', width: 84, align: 'right', wideOnly: true, cell: ({ invoices }) => invoices },
  {
    header: 'Subtotal',
    width: 108,
    align: 'right',
    cell: ({ billed, currency }) => (billed ? formatMoney(billed.subtotal, currency) : '–'),
  },
  {
    header: 'Discount',
    width: 108,
    align: 'right',
    narrow: 'end',
    cell: ({ billed, amount, currency }) => (billed ? formatMoney(-amount, currency) : emptyHistory(1).title),
    narrowCell: ({ billed, amount, currency }) =>
      billed ? (
        <>
          {formatMoney(-amount, currency)}
          <br />
          {formatMoney(billed.paid, currency)} paid
        </>
      ) : (
        emptyHistory(1).title
      ),
  },
  {
    header: 'Paid',
    width: 108,
    align: 'right',
    cell: ({ billed, currency }) => (billed ? formatMoney(billed.paid, currency) : '–'),
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
        empty={emptyHistory(used)}
      />
    </section>
  )
}

/** Where a code was used: how often, by how many, what it took off, and by week. */
function Use({ campaign }: { campaign: Campaign }) {
  const { data } = useQuery(read(campaigns.readCampaignUse, { params: { id: campaign._id } }))
  const use = data?.data
  const limit = redemptionLimit(campaign)
  const [most, ...others] = use?.amounts ?? []
  return (
    <SummaryCards
      label="Use"
      cards={[
        {
          label: 'Used',
          value: (
            <>
              {countText(campaign.times_redeemed)}
              {limit !== null && <small className={classes.of}>of {countText(limit)}</small>}
            </>
          ),
          text:
            usedText(campaign) !== countText(campaign.times_redeemed) ? (
              usedText(campaign)
            ) : limit === null ? (
              'no limit'
            ) : (
              <span className={classes.meter} aria-hidden="true">
                <i style={{ width: `${Math.min(100, (campaign.times_redeemed / limit) * 100)}%` }} />
              </span>
            ),
        },
        {
          label: 'Organizations',
          value: use && countText(use.organizations),
          text:
            use &&
            (use.lastUsedAt === null ? (
              'none yet'
            ) : campaign.restrictions.first_time_transaction ? (
              'all on their first order'
            ) : (
              <>
                last on <When at={use.lastUsedAt} />
              </>
            )),
        },
        {
          label: 'Given away',
          value:
            use && (most ? formatMoney(most.amount, most.currency) : formatMoney(0, campaign.coupon.currency ?? 'usd')),
          text:
            use &&
            (most
              ? [
                  `on ${formatMoney(most.subtotal, most.currency)} of orders`,
                  ...others.map(({ amount, currency }) => `and ${formatMoney(amount, currency)}`),
                ].join(', ')
              : 'on no order yet'),
        },
        {
          label: use?.weeks[0] ? `By week since ${formatDate(use.weeks[0].from, 'MMM D')}` : 'By week',
          value: use && (use.lastUsedAt === null ? '–' : <Weeks weeks={use.weeks} />),
          text: use && (use.lastUsedAt === null ? 'not used yet' : weekDays(use.weeks)),
        },
      ]}
    />
  )
}

function Weeks({ weeks }: Pick<CampaignUse, 'weeks'>) {
  const most = Math.max(1, ...weeks.map(({ uses }) => uses))
  return (
    <ol className={classes.weeks}>
      {weeks.map(({ from, uses }) => (
        <li key={from}>
          <span className="spoken">Week of {formatDate(from, 'MMM D')}: </span>
          {countText(uses)}
          <i aria-hidden="true" style={{ height: (uses / most) * 20 }} />
        </li>
      ))}
    </ol>
  )
}

/** Nov 15, 22, 29, Dec 6. */
const weekDays = (weeks: CampaignUse['weeks']) =>
  weeks
    .map(({ from }, i) => {
      const [month, day] = formatDate(from, 'MMM D').split(' ')
      const previous = weeks[i - 1]
      return previous && formatDate(previous.from, 'MMM D').startsWith(`${month} `) ? day : `${month} ${day}`
    })
    .join(', ')

function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const { imageMetaData: image, organizationLimit: limit } = campaign
  const here = <span className="quiet">· kept here</span>
  const picture: [string, ReactNode] = [
    campaignFields.imageMetaData,
    <img key="image" className={classes.picture} src={image.imageUrl} alt={image.imageName} />,
  ]
  return (
    <section aria-label="Campaign details" className={classes.groups}>
      <Group title="Terms">
        {[
          ...termsFacts(campaign),
          [campaignFields.campaignType, campaign.campaignType],
          ...(image.imageUrl ? [picture] : []),
        ]}
      </Group>
      <Group title="Limits">
        {[
          ...limitFacts(campaign),
          [
            campaignFields.organizationLimit,
            <span key="organizations">
              {limit === null ? 'unlimited' : plural(limit, 'organization')} {here}
            </span>,
          ],
          [
            campaignFields.status,
            <span key="status">
              Marked {campaign.status} {here}
            </span>,
          ],
        ]}
      </Group>
      <Group title="Restrictions">
        {[
          ...restrictionFacts(campaign),
          [
            'Created by',
            <span key="by">
              {campaign.createdBy}, <When at={campaign.createdAt} />
            </span>,
          ],
          [campaignFields.id, <PromoId key="id" id={campaign.id} />],
        ]}
      </Group>
    </section>
  )
}

const Group = ({ title, children }: { title: string; children: [string, ReactNode][] }) => (
  <div>
    <SectionHead title={title} />
    <Facts columns={1} facts={children} />
  </div>
)

function PromoId({ id }: { id: string }) {
  const clipboard = useClipboard({ timeout: 4000 })
  return (
    <span className={classes.copied}>
      {id}
      <ActionIcon size={24} aria-label={`Copy the ${campaignFields.id}`} onClick={() => clipboard.copy(id)}>
        <Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
      <span className="spoken" aria-live="polite">
        {clipboard.copied ? 'Copied' : clipboard.error ? 'The browser blocked copying' : ''}
      </span>
    </span>
  )
}
