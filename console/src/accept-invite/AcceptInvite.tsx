import { acceptInvite } from '@hikmah/contract/accept-invite'
import { isGoodPassword } from '@hikmah/contract/words'
import { Button, Checkbox } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../kit/api/api.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { PasswordField } from '../kit/field/PasswordField.tsx'
import { useAction } from '../kit/form/action.ts'
import { Banner } from '../kit/form/FormAlert.tsx'
import { formatDate } from '../kit/format/dates.ts'
import { PublicFrame } from '../kit/page/PublicFrame.tsx'
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

const texts = {
  agreement: {
    label: 'I accept the service agreement',
    summary: 'Read the service agreement',
    paragraphs: [
      'This agreement is between your organization and the platform. You accept it for your organization, and you confirm that you are allowed to do so.',
      'The platform gives your organization an account, applications to receive donations and to show information, and staff who help with both. Paid plans and devices are ordered separately; nothing is charged by accepting this agreement.',
      'Your organization gives true information about itself, keeps it up to date, and sends the tax papers that show what it is. Staff review these papers and may ask for better ones before the organization is approved.',
      'Your organization is responsible for the people it gives access to, and for what they do with it. Tell us at once if anyone uses an account that is not theirs.',
      'The platform may block an organization that breaks this agreement or the law, and says why. Either side may end the agreement in writing; records that the law requires are kept for as long as it requires.',
    ],
  },
  terms: {
    label: 'I accept the terms of use',
    summary: 'Read the terms of use',
    paragraphs: [
      'Use the applications for the work of your organization only. Do not use them to deceive, to harass, to break the law, or to test the security of the platform.',
      'Sign in with an account of your own and keep its password to yourself. Do not share an account between people.',
      'What your organization enters remains its own. The platform stores it, protects it, shows it to the staff who support you, and uses it to provide the service. It is not sold.',
      'When you accept, the platform keeps the time, your internet address, and your browser, so that both sides can later show what was accepted and when.',
      'Applications can fail or pause for maintenance. We repair them as fast as we can and tell you about planned pauses. When these terms change, you are asked again.',
    ],
  },
}

interface Props {
  kind: keyof typeof texts
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
  isMissing: boolean
}

/** One text to accept, with the text itself below it. */
export function Agreement({ kind, isAccepted, onChange, isMissing }: Props) {
  const { label, summary, paragraphs } = texts[kind]
  return (
    <div className={classes.agreement}>
      <Checkbox
        label={label}
        checked={isAccepted}
        onChange={(event) => onChange(event.currentTarget.checked)}
        error={fieldError(isMissing && 'Required')}
      />
      <details>
        <summary>{summary}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard */}
        <section className={classes.text} tabIndex={0} aria-label={summary}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      </details>
    </div>
  )
}
