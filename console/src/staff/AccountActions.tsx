import { type StaffMember, type StaffStatus, staff } from '@hikmah/contract/staff'
import { useNavigate } from '@tanstack/react-router'
import { useCurrentUser, useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { fullName } from '../kit/format/texts.ts'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { noteWait } from './resend-wait.ts'
import classes from './staff.module.css'
import { isOwner } from './staff-words.ts'

/** Only people who may sign in can get a reset. */
const whyNotReset: Record<StaffStatus, string | undefined> = {
  active: undefined,
  unverified: 'The first code has not been entered yet',
  revoked: 'The access is revoked',
}

const failed = ({ message }: Error) => notifyFailure(message)

/** The actions for an account besides role and access. */
export function AccountActions({ member }: { member: StaffMember }) {
  const mayInvite = useMay('staff.invite')
  const mayReset = useMay('staff.reset-password')
  const mayUnlock = useMay('staff.unlock')
  const mayEnd = useMay('staff.end-sessions')
  const isSelf = useCurrentUser()._id === member._id
  return (
    <>
      {mayInvite && member.status === 'unverified' && (
        <section className={classes.part} aria-label="Verification">
          <SectionHead title="Verification" />
          <p>
            The code that was e-mailed to {breakable(member.userName)} has not been entered yet. Until then, signing in
            is not possible.
          </p>
          <ButtonLink variant="default" to="/verify-team-member-code" search={{ userName: member.userName }}>
            Enter code
          </ButtonLink>
        </section>
      )}
      {mayReset && <ResetPassword member={member} isSelf={isSelf} />}
      {(mayUnlock || mayEnd) && !isSelf && (
        <section className={classes.part} aria-label="Sign-in">
          <SectionHead title="Sign-in" />
          <p>
            {member.locked
              ? 'Locked after too many failed sign-ins. The account unlocks by itself, or you can unlock it here now.'
              : `Signing out ends every session of ${fullName(member)}, on every device.`}
          </p>
          <div className={classes.buttons}>
            {mayUnlock && member.locked && <Unlock member={member} />}
            {mayEnd && <EndSessions member={member} />}
          </div>
        </section>
      )}
    </>
  )
}

function ResetPassword({ member, isSelf }: { member: StaffMember; isSelf: boolean }) {
  const navigate = useNavigate()
  const { _id: id, userName } = member
  const send = useWrite(staff.sendPasswordResetCode, {
    success: ({ resendWaitS }) => {
      noteWait(userName, resendWaitS)
      notifySuccess('Code sent successfully', userName)
      return navigate({ to: '/team-members/reset-password-cod', search: { id } })
    },
    error: failed,
  })
  const whyNot =
    isOwner(member) && !isSelf ? 'You cannot reset the password of another owner' : whyNotReset[member.status]
  return (
    <section className={classes.part} aria-label="Reset password">
      <SectionHead title="Reset password" />
      <p>
        A 6-digit code will be e-mailed to {breakable(userName)}. With the code you set a new password here; every
        session of {fullName(member)} then ends.
      </p>
      <SubmitButton
        type="button"
        variant="default"
        loading={send.isPending}
        reason={whyNot}
        onClick={() => send.mutate({ body: { userName } })}
      >
        Send reset code
      </SubmitButton>
    </section>
  )
}

function Unlock({ member }: { member: StaffMember }) {
  const unlock = useWrite(staff.unlockStaff, {
    success: (unlocked) => notifySuccess(`${fullName(unlocked)} is unlocked`),
    error: failed,
  })
  return (
    <SubmitButton
      type="button"
      variant="default"
      loading={unlock.isPending}
      onClick={() => unlock.mutate({ params: { id: member._id } })}
    >
      Unlock
    </SubmitButton>
  )
}

function EndSessions({ member }: { member: StaffMember }) {
  const name = fullName(member)
  const end = useWrite(staff.endStaffSessions, {
    success: () => notifySuccess(`${name} is signed out everywhere`),
    error: failed,
  })

  async function ask() {
    const isSure = await confirm({
      title: `Sign ${name} out everywhere?`,
      body: `All sessions and remembered logins of ${name} end at once. ${name} can sign in again.`,
      action: 'Sign out everywhere',
    })
    if (isSure) end.mutate({ params: { id: member._id } })
  }
  return (
    <SubmitButton type="button" variant="danger-outline" loading={end.isPending} onClick={() => void ask()}>
      Sign out everywhere
    </SubmitButton>
  )
}
