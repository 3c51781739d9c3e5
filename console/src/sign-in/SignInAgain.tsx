import { lazy, Suspense, useEffect, useState } from 'react'
import { onSessionEnded } from '../kit/api/api.ts'
import { Dialog } from '../kit/feedback/Dialog.tsx'

// Rarely needed, so it stays out of what every page loads.
const SignInAgainForm = lazy(() => import('./SignInAgainForm.tsx').then((it) => ({ default: it.SignInAgainForm })))

/** The session ended while somebody works: they sign in again here and continue where they stopped. */
export function SignInAgain() {
  const [waiting, setWaiting] = useState<PromiseWithResolvers<void>>()

  useEffect(() => {
    let open: PromiseWithResolvers<void> | undefined
    onSessionEnded(() => {
      if (!open) {
        open = Promise.withResolvers<void>()
        setWaiting(open)
        void open.promise.then(() => {
          open = undefined
          setWaiting(undefined)
        })
      }
      return open.promise
    })
    return () => onSessionEnded(undefined)
  }, [])

  if (!waiting) return null
  return (
    <Dialog title="Your session has ended">
      <Suspense>
        <SignInAgainForm onSignedIn={waiting.resolve} />
      </Suspense>
    </Dialog>
  )
}
