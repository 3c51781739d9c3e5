import { acceptInvite } from '@hikmah/contract/accept-invite'
import { isGoodPassword } from '@hikmah/contract/words'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../kit/api/api.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { PasswordField } from '../kit/field/PasswordField.tsx'
import { useAction } from '../kit/form/action.ts'
import { Banner } from '../kit/form/FormAlert.tsx'
import { formatDate } from '../kit/format/dates.ts'
import { PublicFrame } from '../kit/page/PublicFrame.tsx'
import { Agreement } from './Agreement.tsx'
import { FindInviteForm } from './FindInviteForm.tsx'
import type { Invitation } from './invitation.ts'
import classes from './invite.module.css'

const FOOT = 'For organizations that were invited by the platform.'

const find = async ({ code, email }: Invitation) =>
  (await call(acceptInvite.findInvite, { params: { code }, query: { email } })).data
type Found = Awaited<ReturnType<typeof find>>

/** An organization accepts its invite: look it up, agree, choose a password. */
export function AcceptInvite() {
  const [found, setFound] = useState<{ invitation: Invitation; invite: Found }>()
  const [isDone, setDone] = useState(false)

  if (!found) {
    return (
      <PublicFrame title="Accept your invite" lead="Enter the code from your invite e-mail." foot={FOOT}>
        <FindInviteForm find={find} onFound={(invitation, invite) => setFound({ invitation, invite })} />
      </PublicFrame>
    )
  }
  const { orgName } = found.invite
  if (isDone) {
    return (
      <PublicFrame title="Welcome" lead={`${orgName} has joined the platform.`} foot={FOOT}>
        <NextSteps email={found.invite.orgEmail} />
      </PublicFrame>
    )
  }
  return (
    <PublicFrame title={orgName} lead="You are invited to join the platform with this organization." foot={FOOT}>
      <AcceptForm {...found} onDone={() => setDone(true)} />
    </PublicFrame>
  )
}

function AcceptForm({ invitation, invite, onDone }: { invitation: Invitation; invite: Found; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [accepted, setAccepted] = useState({ agreement: false, terms: false })
  const [isTried, setTried] = useState(false)
  const join = useAction(
    () => call(acceptInvite.acceptInvite, { body: { ...invitation, password, agreements: ['agreement', 'terms'] } }),
    onDone,
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isGoodPassword(password) && accepted.agreement && accepted.terms) void join.run(undefined)
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {join.error && <Banner tone="danger" text={join.error.message.trim()} onDismiss={join.clear} />}
      <div className={classes.facts}>
        <Facts
          columns={1}
          facts={[
            ['Admin', invite.orgAdmin],
            ['E-mail', invite.orgEmail],
            ['Invite ends', formatDate(invite.expiresAt, 'LLL')],
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
      {(['agreement', 'terms'] as const).map((kind) => (
        <Agreement
          key={kind}
          kind={kind}
          isAccepted={accepted[kind]}
          onChange={(isAccepted) => setAccepted({ ...accepted, [kind]: isAccepted })}
          isMissing={isTried && !accepted[kind]}
        />
      ))}
      <Button type="submit" size="lg" fullWidth loading={join.isRunning}>
        Accept invite
      </Button>
    </form>
  )
}

function NextSteps({ email }: { email: string }) {
  return (
    <ol className={classes.steps}>
      <li>
        <b>Sign in to the DEENFUND application</b>
        Use {email} and the password you have just chosen.
      </li>
      <li>
        <b>Submit your tax documents there</b>
        Your Tax ID/EIN, and the exemption letter if your organization has one.
      </li>
      <li>
        <b>We review them</b>
        Our staff check the documents and write to you with the result. Until then your organization shows as
        Onboarding.
      </li>
    </ol>
  )
}
