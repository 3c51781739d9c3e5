import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call, onSessionEnded } from '../kit/api/api.ts'
import { useCurrentUser } from '../kit/api/data.ts'
import { allSaved, local } from '../kit/api/session.ts'
import { Dialog } from '../kit/feedback/messages.tsx'

// Rarely needed, so it stays out of what every page loads.
const SignInAgainForm = lazy(() => import('./SignInAgainForm.tsx').then((it) => ({ default: it.SignInAgainForm })))

/** The session ended while somebody works: they sign in again here and continue where they stopped. */
export function SignInAgain() {
  // Signing out in another tab takes it from the browser.
  const { userName } = useCurrentUser()
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
        <SignInAgainForm userName={userName} onSignedIn={waiting.resolve} />
      </Suspense>
    </Dialog>
  )
}

const LONGEST_MS = 3000

/** Ends the session here in any case, and on the server if it can be reached. */
export async function signOut() {
  await allSaved()
  // Continues if the page is left: otherwise the browser would keep its remembered-login cookie.
  const ended = call(signIn.logout, {}, { keepalive: true }).catch(() => undefined)
  // The call carries the token; with none in the browser, no other call asks for a sign-in.
  local.clear()
  await Promise.race([ended, new Promise((late) => setTimeout(late, LONGEST_MS))])
  location.replace('/login')
}

/** No unsaved changes block leaving the page. */
export const mayLeave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Signs out like any navigation: unsaved changes are asked about first. `leave` goes to another page. */
export async function signOutAfterAsking(leave: () => Promise<unknown>) {
  if (!mayLeave()) await leave()
  if (mayLeave()) await signOut()
}
