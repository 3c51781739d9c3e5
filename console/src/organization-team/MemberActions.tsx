import { type Member, organizationTeam } from '@hikmah/contract/organization-team'
import { organizationName } from '@hikmah/contract/organizations/words'
import type { ReactNode } from 'react'
import { useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { fullName } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { RowAction, RowActions, RowLink } from '../kit/row/RowActions.tsx'
import classes from './member.module.css'
import { MAY_NOT_MANAGE } from './member-words.ts'

interface Props {
  member: Member
  orgName: string
  mayManage: boolean
  /** Further actions, before these. */
  children?: ReactNode
}

export function MemberActions({ member, orgName, mayManage, children }: Props) {
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

  if (!mayManage) return <NotAllowed name={name} />
  return (
    <RowActions>
      {children}
      <RowLink to="/edit-team-member-{$memberId}" params={{ memberId: member._id }} aria-label={`Edit ${name}`}>
        <Icon name="edit" size={14} />
        Edit
      </RowLink>
      <RowAction aria-label={`Delete ${name}`} isBusy={remove.isPending} onClick={() => void askAndRemove()}>
        <Icon name="trash" size={14} />
        Delete
      </RowAction>
    </RowActions>
  )
}

function NotAllowed({ name }: { name: string }) {
  return (
    <RowActions>
      {['Edit', 'Delete'].map((verb) => (
        <SubmitButton key={verb} type="button" variant="transparent" size="compact-xs" isQuiet reason={MAY_NOT_MANAGE}>
          {verb}
          <span className={classes.spoken}> {name}</span>
        </SubmitButton>
      ))}
    </RowActions>
  )
}

export function ResendInvite({ member }: { member: Member }) {
  const name = fullName(member)
  const resend = useWrite(organizationTeam.resendMemberInvite, {
    success: () => notifySuccess('Invite sent successfully!', `${name}, ${member.userName}`),
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
