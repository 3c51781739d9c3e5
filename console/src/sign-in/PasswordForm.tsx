import { REQUIRED } from '@hikmah/contract/words'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldError } from '../kit/field/field-error.tsx'
import { PasswordLine } from '../kit/field/PasswordField.tsx'
import { useAction } from '../kit/form/action.ts'
import { afterPress } from '../kit/form/after-press.ts'
import { Banner } from '../kit/form/FormAlert.tsx'
import classes from './forms.module.css'
import { LockedCard } from './LockedCard.tsx'
import { askForCode, type Challenge, isLocked, signInMessage } from './steps.ts'

interface Props {
  /** Given when the person is already known and only re-enters the password. */
  userName?: string
  onAnswered: (challenge: Challenge, checked: boolean) => void
}

/** Step one: e-mail address and password. The password is cleared after the response. */
export function PasswordForm({ userName: known, onAnswered }: Props) {
  const [userName, setUserName] = useState(known ?? '')
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
  const errorOf = (field: keyof typeof missing) => (touched[field] && missing[field] ? REQUIRED : undefined)

  const leave = (field: keyof typeof missing) => afterPress(() => setTouched((all) => ({ ...all, [field]: true })))

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched({ userName: true, password: true })
    if (!missing.userName && !missing.password) void ask.run(undefined)
  }

  if (isLocked(ask.error)) return <LockedCard failure={ask.error} onBack={ask.clear} />
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {ask.error && <Banner tone="danger" text={signInMessage(ask.error)} onDismiss={ask.clear} />}
      {known === undefined && (
        <TextInput
          label="E-mail address"
          type="email"
          name="username"
          autoComplete="username"
          size="md"
          // The only task on this page.
          autoFocus
          value={userName}
          onChange={(event) => setUserName(event.currentTarget.value)}
          onBlur={() => leave('userName')}
          error={fieldError(errorOf('userName'))}
        />
      )}
      <PasswordLine
        label="Password"
        name="password"
        autoComplete="current-password"
        size="md"
        autoFocus={known !== undefined}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        onBlur={() => leave('password')}
        error={errorOf('password')}
      />
      {known === undefined && (
        <Checkbox label="Remember me" checked={checked} onChange={(event) => setChecked(event.currentTarget.checked)} />
      )}
      <Button type="submit" size="lg" fullWidth loading={ask.isRunning}>
        Sign in
      </Button>
    </form>
  )
}
