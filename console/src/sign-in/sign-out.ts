import { signIn } from '@hikmah/contract/sign-in/calls'
import { call } from '../kit/api/api.ts'
import { allSaved } from '../kit/api/before-sign-out.ts'
import { local } from '../kit/api/session.ts'

/** Nobody waits longer for a server that does not answer. */
const LONGEST_MS = 3000

/** Ends the session here whatever the server answers, and on the server as far as it can be reached. */
export async function signOut() {
  await allSaved()
  // Goes on when the page is left meanwhile: an answer nobody takes would leave the remembered browser its cookie.
  const ended = call(signIn.logout, {}, { keepalive: true }).catch(() => undefined)
  // The call has the token with it; without one in the browser nothing else asks for a sign-in meanwhile.
  local.clear()
  await Promise.race([ended, new Promise((late) => setTimeout(late, LONGEST_MS))])
  location.replace('/login')
}

/** Nothing on the page asks to be saved before it is left. */
const mayLeave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Signs out as one leaves a page: what is not saved is asked about first. `leave` goes to another page. */
export async function signOutAfterAsking(leave: () => Promise<unknown>) {
  if (!mayLeave()) await leave()
  if (mayLeave()) await signOut()
}
