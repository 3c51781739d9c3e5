import { CODE_SENT, SIGN_OUT_EVERYWHERE } from '@hikmah/contract/sign-in/endpoints'
import { type StaffMember, staff, whyNoResetCode, whyNotResetPassword } from '@hikmah/contract/staff'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read, useCurrentUser, useMay, useWrite } from '../kit/api/data.ts'
import { confirm, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { fullName } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { ButtonLink, Page, SectionHead } from '../kit/page/Page.tsx'
import { EditStaffForm } from './StaffForms.tsx'
import { ruledPerson, StaffStatusBadge } from './StaffRoleBadge.tsx'
import classes from './staff.module.css'
import { EDIT_TEAM_MEMBER, noteWait, TeamMembersLink, teamMembersWayBack } from './TeamMembersLink.tsx'

const route = getRouteApi('/console/edit-finance-team-member/{$id}')
const trail = [<TeamMembersLink key="all" />]

export function EditStaff() {
  const { id } = route.useParams()
  const member = useQuery(read(staff.readStaff, { params: { id } }))
  const { error, refetch } = member
  // The seeds: the server's message is shown, also for an unknown person.
  if (error?.status === 404) {
    return (
      <Page title={EDIT_TEAM_MEMBER} trail={trail}>
        <LoadFailure what="The team member" error={error} onRetry={refetch} />
      </Page>
    )
  }
  return (
    <LoadedPage name="Team member" shape="form" query={member} trail={trail} wayBack={teamMembersWayBack}>
      {(data) => <Loaded key={id} member={data} />}
    </LoadedPage>
  )
}

function Loaded({ member }: { member: StaffMember }) {
  const mayAudit = useMay('audit.read')
  return (
    <Page
      title={`Edit Team Member ${fullName(member)}`}
      badge={<StaffStatusBadge {...member} />}
      sub={member.userName}
      trail={trail}
      action={
        mayAudit && (
          <ButtonLink variant="default" to="/audit" search={{ actor: member.userName }}>
            Activity
          </ButtonLink>
        )
      }
    >
      <EditStaffForm member={member} />
      <AccountActions member={member} />
    </Page>
  )
}

const failed = ({ message }: Error) => notifyFailure(message)

function AccountActions({ member }: { member: StaffMember }) {
  const mayInvite = useMay('staff.invite')
  const mayReset = useMay('staff.reset-password')
  const mayUnlock = useMay('staff.unlock')
  const mayEnd = useMay('staff.end-sessions')
  const isSelf = useCurrentUser()._id === member._id
  return (
    <>
      {mayInvite && member.status === 'unverified' && (
        <Part title="Verification">
          <p>
            The code that was emailed to {breakable(member.userName)} has not been entered yet. Until then, signing in
            is not possible.
          </p>
          <ButtonLink variant="default" to="/verify-team-member-code" search={{ userName: member.userName }}>
            Enter code
          </ButtonLink>
        </Part>
      )}
      {mayReset && (
        <Part title="Reset password">
          <p>
            A 6-digit code goes to {breakable(member.userName)} by email. With it you set a new password here; every
            session of {fullName(member)} then ends.
          </p>
          <SendResetCode member={member} />
        </Part>
      )}
      {(mayUnlock || mayEnd) && !isSelf && (
        <Part title="Sign-in">
          <p>
            {member.locked
              ? 'Locked after too many failed sign-ins. It unlocks by itself; you can also unlock it now.'
              : `Signing out ends every session of ${fullName(member)}, on every device.`}
          </p>
          <div className={classes.buttons}>
            {mayUnlock && member.locked && <Unlock member={member} />}
            {mayEnd && <EndSessions member={member} />}
          </div>
        </Part>
      )}
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part} aria-label={title}>
    <SectionHead title={title} />
    {children}
  </section>
)

function SendResetCode({ member }: { member: StaffMember }) {
  const me = useCurrentUser()
  const navigate = useNavigate()
  const { _id: id, userName } = member
  const send = useWrite(staff.sendPasswordResetCode, {
    success: ({ resendWaitS }) => {
      noteWait(userName, resendWaitS)
      notifySuccess(CODE_SENT, userName)
      return navigate({ to: '/team-members/reset-password-cod', search: { id } })
    },
    error: failed,
  })
  return (
    <SubmitButton
      type="button"
      variant="default"
      loading={send.isPending}
      reason={whyNotResetPassword(ruledPerson(me), ruledPerson(member)) ?? whyNoResetCode[member.status]}
      onClick={() => send.mutate({ body: { userName } })}
    >
      Send reset code
    </SubmitButton>
  )
}

function Unlock({ member }: { member: StaffMember }) {
  const unlock = useWrite(staff.unlockStaff, {
    success: (unlocked) => notifySuccess(`${fullName(unlocked)} is unlocked`),
    error: failed,
  })
  return (
    <Button variant="default" loading={unlock.isPending} onClick={() => unlock.mutate({ params: { id: member._id } })}>
      Unlock
    </Button>
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
      action: SIGN_OUT_EVERYWHERE,
    })
    if (isSure) end.mutate({ params: { id: member._id } })
  }
  return (
    <Button variant="danger-outline" loading={end.isPending} onClick={() => void ask()}>
      {SIGN_OUT_EVERYWHERE}
    </Button>
  )
}
