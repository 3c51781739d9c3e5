import type { Data } from '@hikmah/contract/endpoint'
import { ATTEMPTS_EXCEEDED, BACK_TO_SIGN_IN, CODE_SENT, INCORRECT, signIn } from '@hikmah/contract/sign-in/endpoints'
import { readCode } from '@hikmah/contract/typed'
import { ENTER_CODE, REQUIRED } from '@hikmah/contract/words'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, call } from '../kit/api/api.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { PasswordLine } from '../kit/field/PasswordField.tsx'
import { focusFirstError, useAction, useSecondsUntil } from '../kit/form/action.ts'
import { afterPress } from '../kit/form/after-press.ts'
import { ownZone, plural } from '../kit/format/texts.ts'
import { Glyph } from '../kit/icons/glyphs.tsx'
import classes from './forms.module.css'

export const CODE_SENT_TO = 'A verification code was sent to the email address'

interface PasswordProps {
  /** Given when the person is already known and only re-enters the password. */
  userName?: string
  onAnswered: (challenge: Challenge, checked: boolean) => void
}

/** Step one: email address and password. The password is cleared after the response. */
export function PasswordForm({ userName: fixedName, onAnswered }: PasswordProps) {
  const [userName, setUserName] = useState(fixedName ?? '')
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const [touched, setTouched] = useState({ userName: false, password: false })
  const ask = useAction(
    () => askForCode(userName.trim(), password, checked),
    (challenge) => {
      setPassword('')
      onAnswered(challenge, checked)
    },
  )

  const missing = { userName: userName.trim() === '', password: password === '' }
  const fieldMessage = (field: keyof typeof missing) => (touched[field] && missing[field] ? REQUIRED : undefined)

  const leave = (field: keyof typeof missing) => afterPress(() => setTouched((all) => ({ ...all, [field]: true })))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTouched({ userName: true, password: true })
    focusFirstError(event)
    if (!missing.userName && !missing.password) void ask.run(undefined)
  }

  if (isLocked(ask.error)) return <LockedCard failure={ask.error} onBack={ask.clear} />
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {ask.error && <Banner tone="danger" text={signInMessage(ask.error)} onDismiss={ask.clear} />}
      {fixedName === undefined && (
        <TextInput
          label="Email address"
          type="email"
          name="username"
          autoComplete="username"
          size="md"
          autoFocus
          value={userName}
          onChange={(event) => setUserName(event.currentTarget.value)}
          onBlur={() => leave('userName')}
          error={fieldError(fieldMessage('userName'))}
        />
      )}
      <PasswordLine
        label="Password"
        name="password"
        autoComplete="current-password"
        size="md"
        autoFocus={fixedName !== undefined}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        onBlur={() => leave('password')}
        error={fieldMessage('password')}
      />
      {fixedName === undefined && (
        <Checkbox label="Remember me" checked={checked} onChange={(event) => setChecked(event.currentTarget.checked)} />
      )}
      <Button type="submit" size="lg" fullWidth loading={ask.isRunning}>
        Sign in
      </Button>
    </form>
  )
}

const LENGTH = 6
const EIGHT_SECONDS = 8000

interface CodeProps {
  challenge: Challenge
  onRenewed: (challenge: Challenge) => void
  onSignedIn: (person: Person) => void
  onBack: () => void
  /** The email may be mistyped; not if the person is already known. */
  canGoBack?: boolean
}

/** Step two: the emailed code. One box, so that pasting, reading aloud and one-time-code filling all work. */
export function CodeForm({ challenge, onRenewed, onSignedIn, onBack, canGoBack }: CodeProps) {
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const wait = useSecondsUntil(challenge.resendAt)
  const verify = useAction((entered: string) => verifyCode(challenge, entered), onSignedIn)
  const resend = useAction(
    // Remember me is part of the first step; resending the code does not renew it.
    () => askForCode(challenge.userName, challenge.pendingToken, false),
    (renewed) => {
      onRenewed(renewed)
      setCode('')
      verify.clear()
    },
  )

  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!verify.error) return
    box.current?.focus()
    // The next digits take the place of the wrong ones.
    box.current?.select()
  }, [verify.error])

  const { result: sent } = resend
  const forgetSent = useEffectEvent(resend.clear)
  useEffect(() => {
    if (!sent) return
    const timer = setTimeout(() => forgetSent(), EIGHT_SECONDS)
    return () => clearTimeout(timer)
  }, [sent])

  const failure = [verify.error, resend.error].find(isLocked)
  if (failure) return <LockedCard failure={failure} onBack={onBack} />

  function type(text: string) {
    const digits = readCode(text).replace(/\D/g, '').slice(0, LENGTH)
    setCode(digits)
    setShort(false)
    if (verify.error) verify.clear()
    if (digits.length === LENGTH && digits !== code) void verify.run(digits)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setShort(code.length < LENGTH)
    focusFirstError(event)
    if (code.length === LENGTH) void verify.run(code)
  }

  const shortMessage = code === '' ? REQUIRED : ENTER_CODE
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {resend.error && <Banner tone="danger" text={resend.error.message.trim()} onDismiss={resend.clear} />}
      {sent && !verify.error && <Banner tone="success" text={CODE_SENT} onDismiss={resend.clear} />}
      <TextInput
        ref={box}
        label="Verification code"
        description="6 digits. The last one sends it."
        className={classes.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        data-autofocus
        value={code}
        onChange={(event) => type(event.currentTarget.value)}
        error={fieldError(isShort ? shortMessage : verify.error?.message.trim())}
      />
      <Button type="submit" size="lg" fullWidth loading={verify.isRunning}>
        Verify
      </Button>
      <div className={classes.resend}>
        <Button
          variant="default"
          loading={resend.isRunning}
          aria-disabled={wait > 0}
          data-disabled={wait > 0 || undefined}
          aria-describedby="resend-reason"
          onClick={() => wait === 0 && void resend.run(undefined)}
        >
          Resend
        </Button>
        <span id="resend-reason">
          {wait > 0 ? `A new code can be sent in ${wait} s` : 'A new code replaces the previous one'}
        </span>
      </div>
      {canGoBack && (
        <Button variant="subtle" onClick={onBack}>
          Use another email address
        </Button>
      )}
    </form>
  )
}

/** A lock ends within a day; a longer one is a block, which an owner lifts. */
const LONGEST_LOCK_MIN = 24 * 60

function LockedCard({ failure, onBack }: { failure: ApiError | undefined; onBack: () => void }) {
  const minutes = Math.ceil((failure?.retryAfter ?? 0) / 60)
  const advice = minutes > 0 ? `Try again in ${plural(minutes, 'minute')}.` : 'Try again later.'
  const isBlocked = minutes > LONGEST_LOCK_MIN
  return (
    <section className={classes.locked} role="alert">
      <h2>
        <Glyph name="slash" size={16} />
        {ATTEMPTS_EXCEEDED}
      </h2>
      <p>
        For your security, sign-in to this account is paused for now.{' '}
        {isBlocked ? 'Ask an owner of the console to unlock it.' : advice}
      </p>
      <Button variant="default" onClick={onBack}>
        {BACK_TO_SIGN_IN}
      </Button>
    </section>
  )
}

export type Person = Data<typeof signIn.authenticate>

/** The result of step one: the pending token replaces the password, which is not kept. */
export interface Challenge {
  userName: string
  pendingToken: string
  /** When another code may be asked for, in epoch milliseconds. */
  resendAt: number
}

/** Not with the session that has ended: what is wrong is then the password, and nobody is asked to sign in once more. */
const withoutToken = { withoutToken: true }

/** Step one: proves the password, or asks for a new code with the pending token in its place. Emails a code. */
async function askForCode(userName: string, password: string, checked: boolean): Promise<Challenge> {
  const { data } = await call(signIn.authenticateWithPassword, { body: { userName, password, checked } }, withoutToken)
  return { userName, pendingToken: data.token, resendAt: Date.now() + data.resendWaitS * 1000 }
}

async function verifyCode({ userName, pendingToken }: Challenge, code: string): Promise<Person> {
  return (
    await call(
      signIn.authenticate,
      { body: { userName, password: pendingToken, code, timeZone: ownZone() } },
      withoutToken,
    )
  ).data
}

/** Continues if the page is left: the new cookie must arrive, or the old one looks stolen. */
export async function signInRemembered(userName: string): Promise<Person> {
  const body = { userName, password: '', checked: true, timeZone: ownZone() }
  return (await call(signIn.authenticateWithRememberMe, { body }, { ...withoutToken, keepalive: true })).data
}

const isLocked = (failure: Error | undefined) => failure?.message.includes(ATTEMPTS_EXCEEDED) ?? false

/** The error of step one. One text for any wrong credentials; the actual one for other failures. */
function signInMessage(failure: Error): string {
  const isOtherwise =
    failure instanceof ApiError && (failure.code === 'RATE_LIMITED' || failure.status === 0 || failure.status >= 500)
  return isOtherwise ? failure.message.trim() : INCORRECT
}
