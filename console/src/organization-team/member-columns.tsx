import type { Member } from '@hikmah/contract/organization-team/schemas'
import { Avatar } from '../kit/display/Avatar.tsx'
import { Email } from '../kit/display/Email.tsx'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { When } from '../kit/format/When.tsx'
import type { Column } from '../kit/list/ListTable.tsx'
import { MemberActions, ResendInvite } from './MemberActions.tsx'
import classes from './member.module.css'
import { fullName, pairText } from './member-words.ts'

interface Given {
  orgName: string
  mayManage: boolean
}

export const memberColumns = ({ orgName, mayManage }: Given): Column<Member>[] => [
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
    narrowCell: ({ userName, role }) => (
      <span className={classes.words}>
        <Email>{userName}</Email>
        <br />
        {role.map(pairText).join(', ')}
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
    cell: (member) => <MemberAccess member={member} mayManage={mayManage} />,
    width: 176,
    narrow: 'badge',
  },
  {
    header: 'Action',
    align: 'right',
    cell: (member) => <MemberActions member={member} orgName={orgName} mayManage={mayManage} />,
    width: 132,
    narrow: 'actions',
  },
]

/** Whether the member has confirmed, and whether the console is open to them. */
function MemberAccess({ member, mayManage }: { member: Member; mayManage: boolean }) {
  const { userConfirmed, consoleAccess, invitedAt } = member
  return (
    <span className={classes.lines}>
      <span>
        <StatusBadge tone={userConfirmed ? 'success' : 'pending'} bare>
          {userConfirmed ? 'Active' : 'Inactive'}
        </StatusBadge>
        {!userConfirmed && (
          <span className={classes.quiet}>
            {' invited '}
            <When at={invitedAt} as="MMM D" />
          </span>
        )}
      </span>
      <span className={classes.quiet}>Console access {consoleAccess ? 'Enabled' : <b>Revoked</b>}</span>
      {!userConfirmed && mayManage && <ResendInvite member={member} />}
    </span>
  )
}
