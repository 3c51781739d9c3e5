import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { onSessionEnded } from '../kit/api.ts'
import { goToSignIn, keepSession, local } from '../kit/session.ts'
import { CodeForm } from './CodeForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import classes from './SignInAgain.module.css'
import type { Challenge, Person } from './steps.ts'

/** The session ended while somebody works: they sign in again here, and what they did goes on where it stopped. */
export function SignInAgain() {
  const [waiting, setWaiting] = useState<PromiseWithResolvers<void>>()
  const [challenge, setChallenge] = useState<Challenge>()

  useEffect(() => {
    let open: PromiseWithResolvers<void> | undefined
    onSessionEnded(() => {
      if (!open) {
        open = Promise.withResolvers<void>()
        setChallenge(undefined)
        setWaiting(open)
        void open.promise.then(() => {
          open = undefined
        })
      }
      return open.promise
    })
    return () => onSessionEnded(undefined)
  }, [])

  function goOn(person: Person) {
    keepSession(person, local.get('checkedToken') !== undefined)
    setWaiting(undefined)
    waiting?.resolve()
  }

  const userName = local.get('userName') ?? ''
  return (
    <Modal
      opened={waiting !== undefined}
      onClose={() => undefined}
      title="Your session has ended"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className={classes.form}>
        <p>
          {challenge ? (
            <>
              A verification code was sent to the e-mail address <b>{userName}</b>
            </>
          ) : (
            <>
              Sign in again as <b>{userName}</b>. What you have entered on this page stays.
            </>
          )}
        </p>
        {challenge ? (
          <CodeForm challenge={challenge} onSignedIn={goOn} onBack={() => setChallenge(undefined)} />
        ) : (
          <PasswordForm userName={userName} onAnswered={setChallenge} />
        )}
        <Button variant="subtle" onClick={() => goToSignIn(location.pathname + location.search)}>
          Leave this page and sign in as somebody else
        </Button>
      </div>
    </Modal>
  )
}
