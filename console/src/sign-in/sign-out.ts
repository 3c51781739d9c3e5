import { signIn } from '@hikmah/contract/sign-in/calls'
import { call } from '../kit/api/api.ts'
import { local } from '../kit/api/session.ts'

/** Ends the session here whatever the server answers, and on the server as far as it can be reached. */
export async function signOut() {
  const ended = call(signIn.logout, {}, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
  // The call has the token with it; without one in the browser nothing else asks for a sign-in meanwhile.
  local.clear()
  await ended
  location.replace('/login')
}
