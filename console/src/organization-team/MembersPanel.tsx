import {
  MAY_NOT_MANAGE_TEAM,
  type Member,
  MembersQuery,
  memberStatus,
  memberStatuses,
  memberStatusFacts,
  organizationTeam,
  rolePairText,
  whyNotInviteMember,
} from '@hikmah/contract/organization-team'
import { inviteWaits, organizationName } from '@hikmah/contract/organizations/words'
import { INVITE_SENT } from '@hikmah/contract/words'
import type { ReactNode } from 'react'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { Avatar } from '../kit/display/Pictures.tsx'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { confirm, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { GuardedButton, GuardedLink } from '../kit/form/SubmitButton.tsx'
import { Email } from '../kit/format/breakable.tsx'
import { fullName, SEARCH_PEOPLE } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable, useList, useLogged } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { type ListSearch, pageOf, searchOf } from '../kit/list/list-search.ts'
import { NothingLoaded } from '../kit/page/ListStates.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { RowAction, RowActions, RowLink } from '../kit/row/RowActions.tsx'
import classes from './member.module.css'

const statuses = memberStatuses.map((value) => ({ value, label: memberStatusFacts[value].label }))
/** Its own part of the address, which it shares with the logs. */
const ownSearch = searchOf(MembersQuery)

export const TEAM_MEMBERS = 'TEAM MEMBERS'

interface Props {
  orgId: string
  orgName: string
  isBlocked: boolean
  search: ListSearch
}

export function MembersPanel({ orgId, orgName, isBlocked, search }: Props) {
  const query = { orgId, ...pageOf(ownSearch({ ...search })) }
  const members = useList(read(organizationTeam.listMembers, { query }))
  const mayManage = useMay('organization-team.manage')
  const { data, error, refetch } = members
  useLogged('The team members could not be loaded', error)

  const inviteNew = <InviteNew orgId={orgId} mayManage={mayManage} />
  return (
    <section aria-label={TEAM_MEMBERS}>
      <SectionHead title={TEAM_MEMBERS}>{inviteNew}</SectionHead>
      {error && !data ? (
        <NothingLoaded title="No team members to show" onRetry={refetch} />
      ) : (
        <>
          <ListToolbar searchLabel={SEARCH_PEOPLE} statuses={statuses} meta={data?.meta} />
          <ListTable
            name="Team members"
            one="member"
            query={members}
            columns={memberColumns(orgName, isBlocked, mayManage)}
            rowKey={({ _id }) => _id}
            sortedBy="createdAt"
            failsQuietly
            empty={{
              title: 'No team members',
              text: 'Invite the people who act for this organization.',
              action: inviteNew,
            }}
          />
        </>
      )}
    </section>
  )
}

const InviteNew = ({ orgId, mayManage }: { orgId: string; mayManage: boolean }) => (
  <GuardedLink
    role="button"
    reason={!mayManage && MAY_NOT_MANAGE_TEAM}
    to="/add-team-member-{$orgId}"
    params={{ orgId }}
  >
    <Icon name="plus" />
    &nbsp;INVITE NEW
  </GuardedLink>
)

function memberColumns(orgName: string, isBlocked: boolean, mayManage: boolean): Column<Member>[] {
  const mayInvite = (member: Member) => mayManage && whyNotInviteMember(member) === null
  return [
    {
      header: 'Image',
      cell: (member) => <Avatar name={fullName(member)} image={member.imageDetails.image} />,
      width: 60,
    },
    {
      header: 'Name',
      sort: 'name',
      cell: (member) => <b title={fullName(member)}>{fullName(member)}</b>,
      narrow: 'title',
    },
    {
      header: 'Email',
      sort: 'userName',
      cell: ({ userName }) => <Email>{userName}</Email>,
      narrow: 'sub',
      narrowCell: (member) => (
        <span className={classes.words}>
          <Email>{member.userName}</Email>
          <br />
          {member.role.map(rolePairText).join(', ')}
          <br />
          <ConsoleAccess {...member} />
        </span>
      ),
    },
    {
      header: 'Role',
      cell: ({ role }) => (
        <span className={classes.lines}>
          {role.map((pair) => (
            <span key={rolePairText(pair)}>{rolePairText(pair)}</span>
          ))}
        </span>
      ),
      width: 232,
    },
    {
      header: 'Access',
      cell: (member) => (
        <span className={classes.lines}>
          <Confirmation {...member} />
          <ConsoleAccess {...member} />
          {mayInvite(member) && <ResendInvite member={member} waits={isBlocked && inviteWaits(orgName)} />}
        </span>
      ),
      width: 176,
      narrow: 'badge',
      narrowCell: Confirmation,
    },
    {
      header: 'Action',
      align: 'right',
      cell: (member) => <MemberActions member={member} orgName={orgName} mayManage={mayManage} />,
      width: 84,
      narrow: 'actions',
      narrowCell: (member) => (
        <MemberActions member={member} orgName={orgName} mayManage={mayManage}>
          {mayInvite(member) && <ResendInvite member={member} waits={isBlocked && inviteWaits(orgName)} />}
        </MemberActions>
      ),
    },
  ]
}

function Confirmation(member: Member) {
  const { tone, label } = memberStatusFacts[memberStatus(member)]
  const { userConfirmed, invitedAt } = member
  return (
    <span>
      <StatusBadge tone={tone} bare>
        {label}
      </StatusBadge>
      {!userConfirmed && (
        <span className="fine">
          {invitedAt ? ' invited ' : ' not invited yet'}
          {invitedAt && <When at={invitedAt} as="MMM D" />}
        </span>
      )}
    </span>
  )
}

const ConsoleAccess = ({ consoleAccess }: Member) => (
  <span className="fine">Console access {consoleAccess ? 'Enabled' : <b>Revoked</b>}</span>
)

interface ActionProps {
  member: Member
  orgName: string
  mayManage: boolean
  children?: ReactNode
}

function MemberActions({ member, orgName, mayManage, children }: ActionProps) {
  const name = fullName(member)
  const remove = useWrite(organizationTeam.deleteMember, {
    success: () => notifySuccess(`${name} was removed`),
    error: ({ message }) => notifyFailure(message),
  })

  async function askAndRemove() {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      body: `${name} loses access to ${organizationName(orgName)} at once. What ${name} did stays in the logs.`,
      action: 'Remove member',
    })
    if (isSure) remove.mutate({ params: { id: member._id } })
  }

  if (!mayManage) return <ForbiddenActions name={name} />
  return (
    <RowActions>
      {children}
      <RowLink
        to="/edit-team-member-{$memberId}"
        params={{ memberId: member._id }}
        icon="edit"
        title="Edit"
        aria-label={`Edit ${name}`}
        isWordSpoken
      >
        Edit
      </RowLink>
      <RowAction
        title="Delete"
        aria-label={`Delete ${name}`}
        isBusy={remove.isPending}
        onClick={() => void askAndRemove()}
      >
        <span className="spoken">Delete</span>
        <Icon name="trash" />
      </RowAction>
    </RowActions>
  )
}

const actions = [
  ['Edit', 'edit'],
  ['Delete', 'trash'],
] as const

function ForbiddenActions({ name }: { name: string }) {
  return (
    <RowActions>
      {actions.map(([verb, icon]) => (
        <GuardedButton key={verb} variant="transparent" size="compact-sm" px={4} reason={MAY_NOT_MANAGE_TEAM}>
          <Icon name={icon} />
          <span className="spoken">{`${verb} ${name}`}</span>
        </GuardedButton>
      ))}
    </RowActions>
  )
}

function ResendInvite({ member, waits }: { member: Member; waits: string | false }) {
  const name = fullName(member)
  const resend = useWrite(organizationTeam.resendMemberInvite, {
    success: () => notifySuccess(waits || INVITE_SENT, `${name}, ${member.userName}`),
    error: ({ message }) => notifyFailure(message),
  })
  return (
    <RowAction
      aria-label={`Resend invite to ${name}`}
      isBusy={resend.isPending}
      onClick={() => resend.mutate({ params: { id: member._id } })}
    >
      Resend invite
    </RowAction>
  )
}
