import { type OrganizationsQuery, organizations } from '@hikmah/contract/organizations/endpoints'
import type { OrganizationRow } from '@hikmah/contract/organizations/schemas'
import {
  billingMarkLabels,
  billingMarks,
  organizationName,
  organizationStatuses,
  organizationStatusLabels,
} from '@hikmah/contract/organizations/words'
import type { z } from 'zod'
import { InviteOrganizationLink } from '../invites/InviteOrganizationLink.tsx'
import { read } from '../kit/api/data.ts'
import { periodText, SEARCH_ORGANIZATIONS } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable, titleCount, useList } from '../kit/list/ListTable.tsx'
import { choiceFilter, ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { RowActions, RowLink } from '../kit/row/RowActions.tsx'
import { OrganizationStatusBadge } from './OrganizationStatusBadge.tsx'

const cityAndState = ({ orgAddress: { city, state } }: OrganizationRow) => [city, state].filter(Boolean).join(', ')

const noteOf = ({ billingMarks }: OrganizationRow) =>
  billingMarks.length > 0 && (
    <span className="late">{billingMarks.map((mark) => billingMarkLabels[mark]).join(', ')}</span>
  )

const columns: Column<OrganizationRow>[] = [
  {
    header: 'Name',
    sort: 'orgName',
    narrow: 'title',
    cell: (row) => (
      <b title={row.orgName}>
        <bdi translate="no">{organizationName(row.orgName)}</bdi>
      </b>
    ),
  },
  {
    header: 'Org type',
    sort: 'orgType',
    width: '16.7%',
    narrow: 'sub',
    cell: (row) => row.orgType || '–',
    narrowCell: (row) => [row.orgType, cityAndState(row)].filter(Boolean).join(' · '),
  },
  {
    header: 'Joined',
    sort: 'createdAt',
    width: '15.1%',
    narrow: 'end',
    cell: (row) => <When at={row.createdAt} age />,
    narrowCell: (row) => <When at={row.createdAt} />,
  },
  { header: 'City/State', sort: 'city', width: '14.4%', cell: (row) => cityAndState(row) || '–' },
  {
    header: 'Status',
    sort: 'orgStatus',
    width: 124,
    narrow: 'badge',
    cell: (row) => <OrganizationStatusBadge status={row.orgStatus} note={noteOf(row)} />,
  },
  {
    header: 'Action',
    width: 104,
    align: 'right',
    cell: (row) => (
      <RowActions>
        <RowLink
          to="/organization-detail-{$id}"
          params={{ id: row._id }}
          aria-label={`see details of ${organizationName(row.orgName)}`}
        >
          see details
        </RowLink>
      </RowActions>
    ),
  },
]

const statuses = organizationStatuses.map((value) => ({ value, label: organizationStatusLabels[value] }))

const billing = billingMarks.map((value) => ({ value, label: billingMarkLabels[value] }))

type Search = z.output<typeof OrganizationsQuery>

export const OrganizationsCount = ({ search }: { search: Search }) => titleCount(useOrganizations(search).data?.meta)

export function OrganizationsPanel({ search }: { search: Search }) {
  const list = useOrganizations(search)
  const joined = periodText(search.joinedFrom, search.joinedTo)

  return (
    <>
      <ListToolbar
        searchLabel={SEARCH_ORGANIZATIONS}
        statuses={statuses}
        meta={list.data?.meta}
        filters={[
          { label: 'Joined', off: { joinedFrom: undefined, joinedTo: undefined }, chip: joined && `Joined ${joined}` },
          choiceFilter('billing', 'Billing', search.billing, billing),
        ]}
      />
      <ListTable
        name="Organizations"
        one="organization"
        query={list}
        columns={columns}
        rowKey={(row) => row._id}
        sortedBy="-createdAt"
        empty={{
          title: 'No organizations',
          text: 'An organization appears here once it accepts its invite.',
          action: <InviteOrganizationLink />,
        }}
      />
    </>
  )
}

const useOrganizations = (search: Search) => useList(read(organizations.listOrganizations, { query: pageOf(search) }))
