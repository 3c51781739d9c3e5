import {
  type Campaign,
  campaigns,
  displayStatuses,
  durationText,
  redemptionsText,
  valueText,
} from '@hikmah/contract/campaigns'
import { getRouteApi } from '@tanstack/react-router'
import { read, useMay } from '../kit/api/data.ts'
import { GuardedLink } from '../kit/form/SubmitButton.tsx'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, chevronColumn, ListTable, titleCount, useList } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { Page } from '../kit/page/Page.tsx'
import { MenuLink } from '../kit/popup/Menu.tsx'
import { Lines, RowActions, RowLink, RowMenu } from '../kit/row/RowActions.tsx'
import { ADD_CAMPAIGN, CampaignStatusBadge, MAY_NOT_CHANGE, toMilliseconds } from './CampaignCells.tsx'

const route = getRouteApi('/console/campaign')
const statuses = displayStatuses.map((value) => ({ value, label: value }))

const validTill = ({ expires_at }: Campaign) =>
  expires_at === null ? <span className="quiet">No end</span> : <When at={toMilliseconds(expires_at)} as="moment" />

/** /campaign: the promo codes that were imported. */
export function CampaignList() {
  const search = route.useSearch()
  const mayManage = useMay('campaigns.manage')
  const list = useList(read(campaigns.listCampaigns, { query: pageOf(search) }))
  const meta = list.data?.meta

  const columns: Column<Campaign>[] = [
    {
      header: 'Code',
      sort: 'code',
      narrow: 'title',
      cell: ({ code, coupon, id }) => (
        <Lines>
          <b title={code}>{code}</b>
          <small title={coupon.name || id}>{coupon.name || id}</small>
        </Lines>
      ),
      narrowCell: ({ code }) => <b>{code}</b>,
    },
    {
      header: 'Discount',
      width: 112,
      narrow: 'sub',
      cell: ({ coupon }) => (
        <Lines>
          <span>{valueText(coupon)}</span>
          <small>{durationText(coupon)}</small>
        </Lines>
      ),
      narrowCell: (campaign) => (
        <>
          {valueText(campaign.coupon)}, {durationText(campaign.coupon).toLowerCase()}
          <br />
          {redemptionsText(campaign)} used
        </>
      ),
    },
    { header: 'Redemptions', sort: 'timesRedeemed', width: 124, align: 'right', cell: redemptionsText },
    { header: 'Valid Till', sort: 'expiresAt', width: 188, narrow: 'end', cell: validTill },
    {
      header: 'Status',
      width: 120,
      narrow: 'badge',
      same: ({ displayStatus }) => displayStatus,
      saidBy: 'status',
      cell: ({ displayStatus }) => <CampaignStatusBadge status={displayStatus} />,
    },
    {
      header: 'Added',
      sort: 'createdAt',
      width: 152,
      wideOnly: true,
      cell: ({ createdAt }) => <When at={createdAt} age />,
    },
    chevronColumn(
      ({ _id, code }) => (
        <RowActions>
          {mayManage && (
            <RowMenu name={code}>
              <MenuLink icon="edit" to="/edit-campaign" search={{ id: _id }}>
                Edit
              </MenuLink>
            </RowMenu>
          )}
          <RowLink to="/campaign-details" search={{ id: _id }} aria-label={`See details of ${code}`} isWordSpoken>
            See details
          </RowLink>
        </RowActions>
      ),
      mayManage,
    ),
  ]

  return (
    <Page title="Campaign" count={titleCount(meta)} action={<AddCampaignLink />}>
      <ListToolbar searchLabel="Search code, coupon, promo id" statuses={statuses} meta={meta} />
      <ListTable
        name="Campaigns"
        one="campaign"
        query={list}
        columns={columns}
        rowKey={({ _id }) => _id}
        sortedBy="-createdAt"
        isWide
        empty={{
          title: 'No Campaign Created',
          text: 'Add a Stripe promo code and it appears here.',
          action: <AddCampaignLink />,
        }}
      />
    </Page>
  )
}

const AddCampaignLink = () => (
  <GuardedLink
    role="button"
    reason={!useMay('campaigns.manage') && MAY_NOT_CHANGE}
    to="/add-new-campaign"
    leftSection={<Icon name="plus" />}
  >
    {ADD_CAMPAIGN}
  </GuardedLink>
)
