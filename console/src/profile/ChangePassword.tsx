import { readEmail } from '@hikmah/contract/email-address'
import { profile } from '@hikmah/contract/profile/endpoints'
import { BACK_TO_SIGN_IN } from '@hikmah/contract/sign-in/endpoints'
import { INVALID_EMAIL, isGoodPassword } from '@hikmah/contract/words'
import { Anchor, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../kit/api/api.ts'
import { isSignedIn, local } from '../kit/api/session.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { fieldError, useServerError } from '../kit/field/field-error.tsx'
import { PasswordField } from '../kit/field/PasswordField.tsx'
import { focusFirstError, useAction } from '../kit/form/action.ts'
import { PublicFrame } from '../kit/page/PublicFrame.tsx'
import classes from './profile.module.css'

const nothing = { old: '', chosen: '', again: '' }

/** /change-password, for everybody: the old password proves the identity, so no token is sent. */
export function ChangePassword({ onDone }: { onDone: () => void }) {
  const [signedInName] = useState(() => (isSignedIn() ? local.get('userName') : undefined))
  const [userName, setUserName] = useState(signedInName ?? '')
  const [passwords, setPasswords] = useState(nothing)
  const [isTried, setTried] = useState(false)
  const { old, chosen, again } = passwords
  const change = useAction(
    () =>
      call(
        profile.changePassword,
        { body: { userName: userName.trim(), oldPassword: old, newPassword: chosen } },
        { withoutToken: true },
      ),
    onDone,
  )

  const isEmail = readEmail(userName) !== undefined
  const isReady = isEmail && isGoodPassword(old) && isGoodPassword(chosen) && chosen === again

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    focusFirstError(event)
    if (isReady) void change.run(undefined)
  }

  const fields = change.error?.fields ?? {}
  const refusedName = useServerError(fields.userName, userName)
  const isShownInFields = Boolean(fields.userName ?? fields.oldPassword ?? fields.newPassword)
  const password = (name: keyof typeof nothing) => ({
    size: 'md',
    value: passwords[name],
    onChange: (value: string) => setPasswords({ ...passwords, [name]: value }),
    isTried,
  })
  return (
    <PublicFrame
      title="Change Password"
      lead="All sessions of the account will end, and you will need to sign in again."
    >
      <form aria-label="Change Password" onSubmit={submit} noValidate>
        {change.error && !isShownInFields && (
          <Banner tone="danger" text={change.error.message.trim()} onDismiss={change.clear} />
        )}
        <TextInput
          label="Email address"
          type="email"
          name="username"
          autoComplete="username"
          size="md"
          readOnly={signedInName !== undefined}
          autoFocus={signedInName === undefined}
          value={userName}
          onChange={(event) => setUserName(event.currentTarget.value)}
          error={fieldError(refusedName ?? (isTried && !isEmail && INVALID_EMAIL))}
        />
        <PasswordField
          {...password('old')}
          label="Current Password"
          name="current-password"
          autoComplete="current-password"
          autoFocus={signedInName !== undefined}
          error={fields.oldPassword}
        />
        <PasswordField {...password('chosen')} label="New Password" error={fields.newPassword} />
        <PasswordField {...password('again')} label="Confirm Password" name="confirm-password" same={chosen} />
        <Button type="submit" size="lg" fullWidth loading={change.isRunning}>
          Change password
        </Button>
        <Anchor className={classes.back} href={signedInName === undefined ? '/login' : '/admin-profile'}>
          {signedInName === undefined ? BACK_TO_SIGN_IN : 'Back to my profile'}
        </Anchor>
      </form>
    </PublicFrame>
  )
}
