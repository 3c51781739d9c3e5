import { Button } from '@mantine/core'
import { useState } from 'react'
import { goToSignIn, keepSession, local } from '../kit/api/session.ts'
import { breakable } from '../kit/format/breakable.tsx'
import classes from './forms.module.css'
import { type Challenge, CODE_SENT_TO, CodeForm, PasswordForm } from './SignInForms.tsx'

interface Props {
  userName: string
  onSignedIn: () => void
}

export function SignInAgainForm({ userName, onSignedIn }: Props) {
  const [challenge, setChallenge] = useState<Challenge>()
  return (
    <div className={classes.again}>
      {challenge ? (
        <>
          <p>
            {CODE_SENT_TO} <b>{breakable(userName)}</b>
          </p>
          <CodeForm
            challenge={challenge}
            onRenewed={setChallenge}
            onSignedIn={(person) => {
              keepSession(person, local.get('checkedToken') !== undefined)
              onSignedIn()
            }}
            onBack={() => setChallenge(undefined)}
          />
        </>
      ) : (
        <>
          <p>
            Sign in again as <b>{breakable(userName)}</b>. What you have entered on this page stays.
          </p>
          <PasswordForm userName={userName} onAnswered={setChallenge} />
        </>
      )}
      <Button variant="subtle" onClick={() => goToSignIn({ comesBack: false })}>
        Leave this page and sign in as somebody else
      </Button>
    </div>
  )
}
