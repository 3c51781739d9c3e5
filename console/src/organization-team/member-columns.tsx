import type { Member } from '@hikmah/contract/organization-team'
import { Avatar } from '../kit/display/Avatar.tsx'
import { Email } from '../kit/display/Email.tsx'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { fullName } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import type { Column } from '../kit/list/ListTable.tsx'
import { MemberActions, ResendInvite } from './MemberActions.tsx'
import classes from './member.module.css'
import { pairText } from './member-words.ts'

interface Given {
  orgName: string
  mayManage: boolean
}

export function memberColumns({ orgName, mayManage }: Given): Column<Member>[] {
  const maySend = ({ userConfirmed, consoleAccess }: Member) => mayManage && !userConfirmed && consoleAccess
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
          {member.role.map(pairText).join(', ')}
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
            <span key={pairText(pair)}>{pairText(pair)}</span>
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
          {maySend(member) && <ResendInvite member={member} />}
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
      width: 132,
      narrow: 'actions',
      narrowCell: (member) => (
        <MemberActions member={member} orgName={orgName} mayManage={mayManage}>
          {maySend(member) && <ResendInvite member={member} />}
        </MemberActions>
      ),
    },
  ]
}

/** Whether the member has confirmed. */
const Confirmation = ({ userConfirmed, invitedAt }: Member) => (
  <span>
    <StatusBadge tone={userConfirmed ? 'success' : 'pending'} bare>
      {userConfirmed ? 'Active' : 'Inactive'}
    </StatusBadge>
    {!userConfirmed && (
      <span className={classes.quiet}>
        {invitedAt ? ' invited ' : ' not invited yet'}
        {invitedAt && <When at={invitedAt} as="MMM D" />}
      </span>
    )}
  </span>
)

/** Whether the member has access to the console. */
const ConsoleAccess = ({ consoleAccess }: Member) => (
  <span className={classes.quiet}>Console access {consoleAccess ? 'Enabled' : <b>Revoked</b>}</span>
)
