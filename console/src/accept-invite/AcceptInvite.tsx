import { acceptInvite } from '@hikmah/contract/accept-invite'
import { readEmail } from '@hikmah/contract/email-address'
import { SEND_PAPERS } from '@hikmah/contract/tax-verification/papers'
import { readDigits } from '@hikmah/contract/typed'
import { ENTER_CODE, INVALID_EMAIL, isGoodPassword } from '@hikmah/contract/words'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { call, newKey } from '../kit/api/api.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { PasswordField } from '../kit/field/PasswordField.tsx'
import { focusFirstError, useAction } from '../kit/form/action.ts'
import { formatDate } from '../kit/format/texts.ts'
import { PublicFrame } from '../kit/page/PublicFrame.tsx'
import classes from './invite.module.css'

const ORGANIZATION_FOOT = 'For organizations that were invited by the platform.'
const MEMBER_FOOT = 'For team members who were added to an organization.'

const findInvite = async (invitation: Invitation) => {
  const { code, email } = invitation
  return { invitation, ...(await call(acceptInvite.findInvite, { params: { code }, query: { email } })).data }
}
const findTeamInvite = async (invitation: Invitation) => {
  const { code, email } = invitation
  return { invitation, ...(await call(acceptInvite.findTeamInvite, { params: { code }, query: { email } })).data }
}

type Found<Find extends (invitation: Invitation) => unknown> = Awaited<ReturnType<Find>>

export function AcceptInvite() {
  const [found, setFound] = useState<Found<typeof findInvite>>()
  const [accepted, setAccepted] = useState({ agreement: false, terms: false })
  const [papersPath, setPapersPath] = useState<string>()
  // Whoever presses again, since the answer was lost, repeats the same acceptance.
  const [key] = useState(newKey)

  if (!found) {
    return (
      <PublicFrame title="Accept your invite" lead="Enter the code from your invite email." foot={ORGANIZATION_FOOT}>
        <FindInviteForm find={findInvite} onFound={setFound} />
      </PublicFrame>
    )
  }
  const { orgName, orgAdmin, orgEmail, expiresAt } = found
  if (papersPath) {
    return (
      <PublicFrame
        title="Welcome"
        lead={
          <>
            <bdi translate="no">{orgName}</bdi> has joined the platform.
          </>
        }
        foot={ORGANIZATION_FOOT}
      >
        <NextSteps email={orgEmail} papersPath={papersPath} />
      </PublicFrame>
    )
  }
  return (
    <PublicFrame
      title={orgName}
      lead="You are invited to join the platform with this organization."
      foot={ORGANIZATION_FOOT}
    >
      <PasswordForm
        facts={[
          ['Admin', orgAdmin],
          ['Email', orgEmail],
          ['Invite ends', formatDate(expiresAt, 'LLL')],
        ]}
        isReady={accepted.agreement && accepted.terms}
        accept={async (password) => {
          const body = { ...found.invitation, password, agreements: ['agreement' as const, 'terms' as const] }
          setPapersPath((await call(acceptInvite.acceptInvite, { body }, { key })).data.papersPath)
        }}
      >
        {(isTried) =>
          (['agreement', 'terms'] as const).map((kind) => (
            <Agreement
              key={kind}
              kind={kind}
              isAccepted={accepted[kind]}
              onChange={(isAccepted) => setAccepted({ ...accepted, [kind]: isAccepted })}
              isMissing={isTried && !accepted[kind]}
            />
          ))
        }
      </PasswordForm>
    </PublicFrame>
  )
}

export function AcceptTeamInvite() {
  const [found, setFound] = useState<Found<typeof findTeamInvite>>()
  const [isDone, setDone] = useState(false)

  if (!found) {
    return (
      <PublicFrame title="Join your team" lead="Enter the code from your invite email." foot={MEMBER_FOOT}>
        <FindInviteForm find={findTeamInvite} onFound={setFound} />
      </PublicFrame>
    )
  }
  const { orgName, name, email } = found
  if (isDone) {
    return (
      <PublicFrame
        title="Welcome to the team"
        lead={
          <>
            You are now an active member of <bdi translate="no">{orgName}</bdi>.
          </>
        }
        foot={MEMBER_FOOT}
      >
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
    <PublicFrame title={orgName} lead="You were added to the team of this organization." foot={MEMBER_FOOT}>
      <PasswordForm
        facts={[
          ['Name', name],
          ['Email', email],
        ]}
        accept={(password) => call(acceptInvite.acceptTeamInvite, { body: { ...found.invitation, password } })}
        onDone={() => setDone(true)}
      />
    </PublicFrame>
  )
}

interface PasswordFormProps {
  facts: [term: string, value: string][]
  isReady?: boolean
  accept: (password: string) => Promise<unknown>
  onDone?: () => void
  children?: (isTried: boolean) => ReactNode
}

function PasswordForm({ facts, isReady = true, accept, onDone, children }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const join = useAction(() => accept(password), onDone)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    focusFirstError(event)
    if (isGoodPassword(password) && isReady) void join.run(undefined)
  }

  return (
    <form onSubmit={submit} noValidate>
      {join.error && <Banner tone="danger" text={join.error.message.trim()} onDismiss={join.clear} />}
      <div className={classes.facts}>
        <Facts columns={1} facts={facts} />
      </div>
      <PasswordField
        size="md"
        value={password}
        onChange={setPassword}
        isTried={isTried}
        error={join.error?.fields.password}
      />
      {children?.(isTried)}
      <Button type="submit" size="lg" fullWidth loading={join.isRunning}>
        Accept invite
      </Button>
    </form>
  )
}

function NextSteps({ email, papersPath }: { email: string; papersPath: string }) {
  return (
    <>
      <ol className={classes.steps}>
        <li>
          <b>Send your tax documents</b>
          Your Tax ID/EIN, and the exemption letter if your organization has one. The link is in your email too.
        </li>
        <li>
          <b>We review what you sent</b>
          Our staff check the documents and write to you with the result. Until then your organization shows as
          Onboarding.
        </li>
        <li>
          <b>Use the applications</b>
          Sign in to them with {email} and the password you have just chosen.
        </li>
      </ol>
      <Button component="a" href={papersPath} size="lg" fullWidth mt={28}>
        {SEND_PAPERS}
      </Button>
    </>
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

interface AgreementProps {
  kind: keyof typeof texts
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
  isMissing: boolean
}

function Agreement({ kind, isAccepted, onChange, isMissing }: AgreementProps) {
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

/** Code and email belong together; neither is of use alone. */
interface Invitation {
  code: string
  email: string
}

/** Removes the values of the link from the address, so that no history or screenshot shows them. */
function takeInvitation(): Invitation {
  const search = new URLSearchParams(location.search)
  const invitation = { code: search.get('code') ?? '', email: search.get('email') ?? '' }
  if (!invitation.code) return { ...invitation, ...history.state }
  history.replaceState(invitation, '', location.pathname)
  return invitation
}

const linked = takeInvitation()
const CODE = /^\d{6}$/

interface FindProps<Invite> {
  find: (invitation: Invitation) => Promise<Invite>
  onFound: (invite: Invite) => void
}

/** Code and email of the invite. If the link in the email provides them, it is looked up at once. */
function FindInviteForm<Invite>({ find, onFound }: FindProps<Invite>) {
  const [code, setCode] = useState(linked.code)
  const [email, setEmail] = useState(linked.email)
  const [isTried, setTried] = useState(false)
  const invitation = { code: readDigits(code), email: readEmail(email) ?? '' }
  const lookup = useAction(() => find(invitation), onFound)

  const wrongCode = CODE.test(invitation.code) ? undefined : ENTER_CODE
  const wrongEmail = invitation.email ? undefined : INVALID_EMAIL

  const lookUp = useEffectEvent(() => {
    if (!wrongCode && !wrongEmail) void lookup.run(undefined)
  })
  useEffect(() => lookUp(), [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    focusFirstError(event)
    lookUp()
  }

  return (
    <form onSubmit={submit} noValidate>
      {lookup.error && <Banner tone="danger" text={lookup.error.message.trim()} onDismiss={lookup.clear} />}
      <TextInput
        label="Invite code"
        // The only task on this page.
        autoFocus
        description="Six digits, in the email you received"
        name="code"
        inputMode="numeric"
        autoComplete="off"
        size="md"
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={fieldError(isTried && wrongCode)}
      />
      <TextInput
        label="Email address"
        description="The one the invite was sent to"
        type="email"
        name="email"
        autoComplete="email"
        size="md"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={fieldError(isTried && wrongEmail)}
      />
      <Button type="submit" size="lg" fullWidth loading={lookup.isRunning}>
        Find invite
      </Button>
    </form>
  )
}
