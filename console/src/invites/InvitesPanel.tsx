import { invites } from '@hikmah/contract/invites/calls'
import type { InviteRow, InvitesQuery } from '@hikmah/contract/invites/schemas'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { FilterChip } from '../kit/field/FilterChip.tsx'
import { formatDate, periodText } from '../kit/format/dates.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable, RowLink } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf, useListSearch } from '../kit/list/list-search.ts'
import { InviteOrganizationLink } from './InviteOrganizationLink.tsx'
import { InviteStatusBadge } from './InviteStatusBadge.tsx'
import classes from './InvitesPanel.module.css'
import { MailStatusBadge } from './MailStatusBadge.tsx'
import { canBeRevoked, useRevokeInvite } from './revoke-invite.ts'

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
  { header: 'Action', width: 148, align: 'right', cell: (row) => <Action {...row} /> },
]

const usual = ['Invite Sent', 'onboarding', 'accepted']
const rare = ['revoked', 'blocked']
const period = { invitedFrom: undefined, invitedTo: undefined }
const MAIL_WAIT = 5_000

/** The invites that the address asks for, with search and filters. */
export function InvitesPanel({ search }: { search: z.output<typeof InvitesQuery> }) {
  const { change } = useListSearch()
  const list = useQuery({
    ...read(invites.listInvites, { query: pageOf(search) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.data.some(({ mailStatus }) => mailStatus === 'queued') && MAIL_WAIT,
  })
  const counts = list.data?.meta.counts
  const statuses = [...usual, ...rare.filter((status) => search.status === status || counts?.[status])]
  const invited = periodText(search.invitedFrom, search.invitedTo)

  return (
    <>
      <ListToolbar
        searchLabel="Search name, admin, e-mail"
        statuses={statuses.map((value) => ({ value, label: value }))}
        counts={counts}
      >
        {invited && <FilterChip onRemove={() => change(period)}>{`Invited ${invited}`}</FilterChip>}
      </ListToolbar>
      <ListTable
        name="Invited organizations"
        query={list}
        columns={columns}
        rowKey={(row) => row._id}
        sortedBy="-createdAt"
        narrowedBy={Object.keys(period)}
        empty={{
          title: 'No invited organizations',
          text: 'Invite a mosque or centre and it shows here.',
          action: <InviteOrganizationLink />,
        }}
      />
    </>
  )
}

/** What is the matter with an invite that nobody has accepted. */
function Trouble({ orgStatus, expired, expiresAt, mailStatus }: InviteRow) {
  if (orgStatus !== 'Invite Sent') return null
  return (
    <>
      {expired && <span className={classes.expired}>Expired {formatDate(expiresAt, 'MMM D')}</span>}
      {mailStatus && mailStatus !== 'sent' && <MailStatusBadge status={mailStatus} />}
    </>
  )
}

function Action(invite: InviteRow) {
  const mayInvite = useMay('organizations.invite')
  const { revoke, isPending } = useRevokeInvite()
  const { _id, orgName, organizationId } = invite
  const arrow = <Icon name="right" size={14} />
  if (organizationId) {
    return (
      <RowLink to="/organization-detail-{$id}" params={{ id: organizationId }} aria-label={`see details of ${orgName}`}>
        see details
        {arrow}
      </RowLink>
    )
  }
  const verb = mayInvite ? 'Resend' : 'see details'
  return (
    <span className={classes.action}>
      {mayInvite && canBeRevoked(invite) && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.revoke}
          loading={isPending}
          aria-label={`Revoke the invite of ${orgName}`}
          onClick={() => void revoke(invite)}
        >
          Revoke
        </Button>
      )}
      <RowLink to="/invite-organization-{$id}" params={{ id: _id }} aria-label={`${verb}, invite of ${orgName}`}>
        {verb}
        {arrow}
      </RowLink>
    </span>
  )
}
