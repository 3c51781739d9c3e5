import { acceptInvite } from '@hikmah/contract/accept-invite'
import { isGoodPassword } from '@hikmah/contract/words'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../kit/api/api.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { PasswordField } from '../kit/field/PasswordField.tsx'
import { useAction } from '../kit/form/action.ts'
import { Banner } from '../kit/form/FormAlert.tsx'
import { PublicFrame } from '../kit/page/PublicFrame.tsx'
import { FindInviteForm } from './FindInviteForm.tsx'
import type { Invitation } from './invitation.ts'
import classes from './invite.module.css'

const FOOT = 'For team members who were added to an organization.'

const find = async ({ code, email }: Invitation) =>
  (await call(acceptInvite.findTeamInvite, { params: { code }, query: { email } })).data
type Found = Awaited<ReturnType<typeof find>>

/** A team member of an organization confirms and chooses a password. */
export function AcceptTeamInvite() {
  const [found, setFound] = useState<{ invitation: Invitation; invite: Found }>()
  const [isDone, setDone] = useState(false)

  if (!found) {
    return (
      <PublicFrame title="Join your team" lead="Enter the code from your invite e-mail." foot={FOOT}>
        <FindInviteForm find={find} onFound={(invitation, invite) => setFound({ invitation, invite })} />
      </PublicFrame>
    )
  }
  const { orgName, email } = found.invite
  if (isDone) {
    return (
      <PublicFrame title="Welcome to the team" lead={`You are now an active member of ${orgName}.`} foot={FOOT}>
        <ol className={classes.steps}>
          <li>
            <b>Sign in to the application of your organization</b>
            Use {email} and the password you have just chosen.
          </li>
        </ol>
      </PublicFrame>
    )
  }
  return (
    <PublicFrame title={orgName} lead="You were added to the team of this organization." foot={FOOT}>
      <JoinForm {...found} onDone={() => setDone(true)} />
    </PublicFrame>
  )
}

function JoinForm({ invitation, invite, onDone }: { invitation: Invitation; invite: Found; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const join = useAction(() => call(acceptInvite.acceptTeamInvite, { body: { ...invitation, password } }), onDone)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isGoodPassword(password)) void join.run(undefined)
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {join.error && <Banner tone="danger" text={join.error.message.trim()} onDismiss={join.clear} />}
      <div className={classes.facts}>
        <Facts
          columns={1}
          facts={[
            ['Name', invite.name],
            ['E-mail', invite.email],
          ]}
        />
      </div>
      <PasswordField
        size="md"
        value={password}
        onChange={setPassword}
        isTried={isTried}
        error={join.error?.fields.password}
      />
      <Button type="submit" size="lg" fullWidth loading={join.isRunning}>
        Accept invite
      </Button>
    </form>
  )
}
