import { CODE_SENT } from '@hikmah/contract/sign-in/endpoints'
import { ENTER_CODE, REQUIRED } from '@hikmah/contract/words'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { fieldError } from '../kit/field/field-error.tsx'
import { useAction } from '../kit/form/action.ts'
import { Banner } from '../kit/form/FormAlert.tsx'
import { useSecondsUntil } from '../kit/form/seconds-until.ts'
import classes from './forms.module.css'
import { LockedCard } from './LockedCard.tsx'
import { askForCode, type Challenge, isLocked, type Person, verifyCode } from './steps.ts'

const LENGTH = 6
const EIGHT_SECONDS = 8000

interface Props {
  challenge: Challenge
  onSignedIn: (person: Person) => void
  onBack: () => void
  /** The e-mail may be mistyped; not if the person is already known. */
  canGoBack?: boolean
}

/** Step two: the e-mailed code. One box, so that pasting, reading aloud and one-time-code filling all work. */
export function CodeForm({ challenge: given, onSignedIn, onBack, canGoBack }: Props) {
  const [challenge, setChallenge] = useState(given)
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const wait = useSecondsUntil(challenge.resendAt)
  const verify = useAction(() => verifyCode(challenge, code), onSignedIn)
  const resend = useAction(
    // Remember me is part of the first step; resending the code does not renew it.
    () => askForCode(challenge.userName, challenge.pendingToken, false),
    (renewed) => {
      setChallenge(renewed)
      setCode('')
      verify.clear()
    },
  )

  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (verify.error) box.current?.focus()
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
    setCode(text.replace(/\D/g, '').slice(0, LENGTH))
    setShort(false)
    if (verify.error) verify.clear()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setShort(code.length < LENGTH)
    if (code.length === LENGTH) void verify.run(undefined)
  }

  const shortMessage = code === '' ? REQUIRED : ENTER_CODE
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {resend.error && <Banner tone="danger" text={resend.error.message.trim()} onDismiss={resend.clear} />}
      {sent && !verify.error && <Banner tone="success" text={CODE_SENT} onDismiss={resend.clear} />}
      <TextInput
        ref={box}
        label="Verification code"
        className={classes.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        // The one thing to do here.
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
          Use another e-mail address
        </Button>
      )}
    </form>
  )
}
