import { acceptInvite } from '@hikmah/contract/accept-invite'
import { isGoodPassword } from '@hikmah/contract/words'
import { Button, Checkbox } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../kit/api/api.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { PasswordField } from '../kit/field/PasswordField.tsx'
import { useAction } from '../kit/form/action.ts'
import { formatDate } from '../kit/format/dates.ts'
import { PublicFrame } from '../kit/page/PublicFrame.tsx'
import { FindInviteForm, type Invitation } from './FindInviteForm.tsx'
import classes from './invite.module.css'

const ORGANIZATION_FOOT = 'For organizations that were invited by the platform.'
const MEMBER_FOOT = 'For team members who were added to an organization.'

const findInvite = async ({ code, email }: Invitation) =>
  (await call(acceptInvite.findInvite, { params: { code }, query: { email } })).data
const findTeamInvite = async ({ code, email }: Invitation) =>
  (await call(acceptInvite.findTeamInvite, { params: { code }, query: { email } })).data

interface FoundInvite<Invite> {
  invitation: Invitation
  invite: Invite
}

/** An organization accepts its invite: look it up, agree, choose a password. */
export function AcceptInvite() {
  const [found, setFound] = useState<FoundInvite<Awaited<ReturnType<typeof findInvite>>>>()
  const [accepted, setAccepted] = useState({ agreement: false, terms: false })
  const [isDone, setDone] = useState(false)

  if (!found) {
    return (
      <PublicFrame title="Accept your invite" lead="Enter the code from your invite e-mail." foot={ORGANIZATION_FOOT}>
        <FindInviteForm find={findInvite} onFound={(invitation, invite) => setFound({ invitation, invite })} />
      </PublicFrame>
    )
  }
  const { orgName, orgAdmin, orgEmail, expiresAt } = found.invite
  if (isDone) {
    return (
      <PublicFrame title="Welcome" lead={`${orgName} has joined the platform.`} foot={ORGANIZATION_FOOT}>
        <NextSteps email={orgEmail} />
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
          ['E-mail', orgEmail],
          ['Invite ends', formatDate(expiresAt, 'LLL')],
        ]}
        isReady={accepted.agreement && accepted.terms}
        accept={(password) =>
          call(acceptInvite.acceptInvite, {
            body: { ...found.invitation, password, agreements: ['agreement', 'terms'] },
          })
        }
        onDone={() => setDone(true)}
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

/** A team member of an organization confirms and chooses a password. */
export function AcceptTeamInvite() {
  const [found, setFound] = useState<FoundInvite<Awaited<ReturnType<typeof findTeamInvite>>>>()
  const [isDone, setDone] = useState(false)

  if (!found) {
    return (
      <PublicFrame title="Join your team" lead="Enter the code from your invite e-mail." foot={MEMBER_FOOT}>
        <FindInviteForm find={findTeamInvite} onFound={(invitation, invite) => setFound({ invitation, invite })} />
      </PublicFrame>
    )
  }
  const { orgName, name, email } = found.invite
  if (isDone) {
    return (
      <PublicFrame title="Welcome to the team" lead={`You are now an active member of ${orgName}.`} foot={MEMBER_FOOT}>
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
          ['E-mail', email],
        ]}
        accept={(password) => call(acceptInvite.acceptTeamInvite, { body: { ...found.invitation, password } })}
        onDone={() => setDone(true)}
      />
    </PublicFrame>
  )
}

interface PasswordFormProps {
  facts: [term: string, value: string][]
  /** Only the password is missing. */
  isReady?: boolean
  accept: (password: string) => Promise<unknown>
  onDone: () => void
  /** Further required fields. */
  children?: (isTried: boolean) => ReactNode
}

/** The invite that was found, and the password that accepts it. */
function PasswordForm({ facts, isReady = true, accept, onDone, children }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const join = useAction(() => accept(password), onDone)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isGoodPassword(password) && isReady) void join.run(undefined)
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
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

interface AgreementProps {
  kind: keyof typeof texts
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
  isMissing: boolean
}

/** One text to accept, with the text itself below it. */
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
