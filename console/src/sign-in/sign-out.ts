import type { signIn } from '@hikmah/contract/sign-in'
import { type Called, call } from '../kit/api/api.ts'
import { local } from '../kit/api/session.ts'

const logout: Called<typeof signIn.logout> = { method: 'POST', path: '/hikmah/auth/logout' }

/** Ends the session here whatever the server answers, and on the server as far as it can be reached. */
export async function signOut() {
  await call(logout, {}, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
  local.clear()
  location.replace('/login')
}
