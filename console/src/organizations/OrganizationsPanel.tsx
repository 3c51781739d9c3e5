import { organizations } from '@hikmah/contract/organizations/calls'
import type { OrganizationRow, OrganizationsQuery } from '@hikmah/contract/organizations/schemas'
import { organizationStatuses, organizationStatusLabels } from '@hikmah/contract/organizations/words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { InviteOrganizationLink } from '../invites/InviteOrganizationLink.tsx'
import { read } from '../kit/api/data.ts'
import { FilterChip } from '../kit/field/FilterChip.tsx'
import { periodText } from '../kit/format/dates.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable, RowLink } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf, useListSearch } from '../kit/list/list-search.ts'
import { OrganizationStatusBadge } from './OrganizationStatusBadge.tsx'

const cityOf = ({ orgAddress: { city, state } }: OrganizationRow) => [city, state].filter(Boolean).join(', ')

const columns: Column<OrganizationRow>[] = [
  { header: 'Name', sort: 'orgName', narrow: 'title', cell: (row) => <b title={row.orgName}>{row.orgName}</b> },
  {
    header: 'Org type',
    sort: 'orgType',
    width: '16.7%',
    narrow: 'sub',
    cell: (row) => row.orgType,
    narrowCell: (row) => [row.orgType, cityOf(row)].filter(Boolean).join(' · '),
  },
  {
    header: 'Joined',
    sort: 'createdAt',
    width: '15.1%',
    narrow: 'end',
    cell: (row) => <When at={row.createdAt} age />,
    narrowCell: (row) => <When at={row.createdAt} />,
  },
  { header: 'City/State', sort: 'city', width: '14.4%', cell: cityOf },
  {
    header: 'Status',
    sort: 'orgStatus',
    width: 124,
    narrow: 'badge',
    cell: (row) => <OrganizationStatusBadge status={row.orgStatus} />,
  },
  {
    header: 'Action',
    width: 104,
    align: 'right',
    cell: (row) => (
      <RowLink to="/organization-detail-{$id}" params={{ id: row._id }} aria-label={`see details of ${row.orgName}`}>
        see details
        <Icon name="right" size={14} />
      </RowLink>
    ),
  },
]

const statuses = organizationStatuses.map((value) => ({ value, label: organizationStatusLabels[value] }))
const period = { joinedFrom: undefined, joinedTo: undefined }

/** The organizations that the address asks for, with search and filters. */
export function OrganizationsPanel({ search }: { search: z.output<typeof OrganizationsQuery> }) {
  const { change } = useListSearch()
  const list = useQuery({
    ...read(organizations.listOrganizations, { query: pageOf(search) }),
    placeholderData: keepPreviousData,
  })
  const joined = periodText(search.joinedFrom, search.joinedTo)

  return (
    <>
      <ListToolbar searchLabel="Search name, e-mail, city" statuses={statuses} counts={list.data?.meta.counts}>
        {joined && <FilterChip onRemove={() => change(period)}>{`Joined ${joined}`}</FilterChip>}
      </ListToolbar>
      <ListTable
        name="Organizations"
        query={list}
        columns={columns}
        rowKey={(row) => row._id}
        sortedBy="-createdAt"
        narrowedBy={Object.keys(period)}
        empty={{
          title: 'No organizations',
          text: 'An organization shows here once it accepts its invite.',
          action: <InviteOrganizationLink />,
        }}
      />
    </>
  )
}
