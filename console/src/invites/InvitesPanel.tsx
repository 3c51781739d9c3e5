import {
  type InviteRow,
  type InvitesQuery,
  inviteStatuses,
  invites,
  OPEN_INVITE,
} from '@hikmah/contract/invites/endpoints'
import type { z } from 'zod'
import { mailWait, read, useMay } from '../kit/api/data.ts'
import { formatDate, periodText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable, titleCount, useList } from '../kit/list/ListTable.tsx'
import { choiceFilter, ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { MenuItem } from '../kit/popup/Menu.tsx'
import { RowActions, RowLink, RowMenu } from '../kit/row/RowActions.tsx'
import { InviteOrganizationLink } from './InviteOrganizationLink.tsx'
import { canBeRevoked, InviteStatusBadge, MailStatusBadge, useRevokeInvite } from './InviteStatusBadge.tsx'
import classes from './invites.module.css'

const columns: Column<InviteRow>[] = [
  { header: 'Name', sort: 'orgName', narrow: 'title', cell: (row) => <b title={row.orgName}>{row.orgName}</b> },
  {
    header: 'Admin name',
    sort: 'orgAdmin',
    width: '15.5%',
    narrow: 'sub',
    narrowCell: (row) => (
      <span className={classes.status}>
        {row.orgAdmin}
        <Trouble {...row} />
      </span>
    ),
    cell: (row) => <span title={row.orgAdmin}>{row.orgAdmin}</span>,
  },
  {
    header: 'Date',
    sort: 'createdAt',
    width: '15.1%',
    narrow: 'end',
    cell: (row) => <When at={row.createdAt} age />,
    narrowCell: (row) => <When at={row.createdAt} />,
  },
  {
    header: 'Status',
    width: '24.3%',
    narrow: 'badge',
    cell: (row) => (
      <span className={classes.status}>
        <InviteStatusBadge status={row.orgStatus} />
        <Trouble {...row} />
      </span>
    ),
    narrowCell: (row) => <InviteStatusBadge status={row.orgStatus} />,
  },
  { header: 'Action', width: 84, align: 'right', narrow: 'actions', cell: (row) => <Action {...row} /> },
]

const statuses = inviteStatuses.map((value) => ({ value, label: value }))
const troubles = [
  { value: 'expired' as const, label: 'Expired' },
  { value: 'mail-failed' as const, label: 'Email failed' },
]

type Search = z.output<typeof InvitesQuery>

export const InvitesCount = ({ search }: { search: Search }) => titleCount(useInvites(search).data?.meta)

export function InvitesPanel({ search }: { search: Search }) {
  const list = useInvites(search)
  const invited = periodText(search.invitedFrom, search.invitedTo)

  return (
    <>
      <ListToolbar
        searchLabel="Search name, admin, email"
        statuses={statuses}
        meta={list.data?.meta}
        filters={[
          choiceFilter('trouble', 'Trouble', search.trouble, troubles),
          {
            label: 'Invited',
            off: { invitedFrom: undefined, invitedTo: undefined },
            chip: invited && `Invited ${invited}`,
          },
        ]}
      />
      <ListTable
        name="Invited organizations"
        one="invite"
        query={list}
        columns={columns}
        rowKey={(row) => row._id}
        sortedBy="-createdAt"
        empty={{
          title: 'No invited organizations',
          text: 'Invite a mosque or center and it appears here.',
          action: <InviteOrganizationLink />,
        }}
      />
    </>
  )
}

function Trouble({ orgStatus, expired, expiresAt, mailStatus }: InviteRow) {
  if (orgStatus !== OPEN_INVITE) return null
  return (
    <>
      {expired && <span className="late">Expired {formatDate(expiresAt, 'MMM D')}</span>}
      {mailStatus && mailStatus !== 'sent' && <MailStatusBadge status={mailStatus} />}
    </>
  )
}

function Action(invite: InviteRow) {
  const mayInvite = useMay('organizations.invite')
  const { revoke } = useRevokeInvite()
  const { _id, orgName, organizationId } = invite
  if (organizationId) {
    return (
      <RowLink
        to="/organization-detail-{$id}"
        params={{ id: organizationId }}
        aria-label={`see details of ${orgName}`}
        isWordSpoken
      >
        see details
      </RowLink>
    )
  }
  const verb = mayInvite ? 'Resend' : 'see details'
  return (
    <RowActions>
      {mayInvite && canBeRevoked(invite) && (
        <RowMenu name={orgName}>
          <MenuItem icon="cross" onClick={() => void revoke(invite)}>
            Revoke the invite
          </MenuItem>
        </RowMenu>
      )}
      <RowLink
        to="/invite-organization-{$id}"
        params={{ id: _id }}
        aria-label={`${verb}, invite for ${orgName}`}
        isWordSpoken
      >
        {verb}
      </RowLink>
    </RowActions>
  )
}

/** The page of invites that the address asks for, polled while one of their emails is queued. */
const useInvites = (search: Search) =>
  useList({
    ...read(invites.listInvites, { query: pageOf(search) }),
    refetchInterval: ({ state }) => mailWait(state.data?.data),
  })
