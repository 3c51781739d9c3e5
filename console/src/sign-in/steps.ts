import type { REQUIRED as Required } from '@hikmah/contract/common'
import type { Data } from '@hikmah/contract/endpoint'
import type {
  ATTEMPTS_EXCEEDED as Exceeded,
  INCORRECT as Incorrect,
  CODE_SENT as Sent,
  signIn,
} from '@hikmah/contract/sign-in'
import { ApiError, type Called, call } from '../kit/api/api.ts'

// Said again here because importing them would bring zod to the sign-in page; the types keep both the same.
export const REQUIRED: typeof Required = 'Required'
export const INCORRECT: typeof Incorrect = 'Incorrect email address or password'
export const CODE_SENT: typeof Sent = 'Code sent successfully'
const ATTEMPTS_EXCEEDED: typeof Exceeded = 'Login Attempts Exceeded'

const authenticateWithPassword: Called<typeof signIn.authenticateWithPassword> = {
  method: 'POST',
  path: '/hikmah/auth/authenticateWithPassword',
}
const authenticate: Called<typeof signIn.authenticate> = { method: 'POST', path: '/hikmah/auth/authenticate' }
const authenticateWithRememberMe: Called<typeof signIn.authenticateWithRememberMe> = {
  method: 'POST',
  path: '/hikmah/auth/authenticateWithRememberMe',
}

export type Person = Data<typeof signIn.authenticate>

/** What step one leaves behind: the pending token stands for the password, which is forgotten. */
export interface Challenge {
  userName: string
  pendingToken: string
}

/** Step one: proves the password, or asks for a new code with the pending token in its place. Mails a code. */
export async function askForCode(userName: string, password: string, checked: boolean): Promise<Challenge> {
  const { data } = await call(authenticateWithPassword, { body: { userName, password, checked } })
  return { userName, pendingToken: data.token }
}

/** Step two. */
export async function verifyCode({ userName, pendingToken }: Challenge, code: string): Promise<Person> {
  return (await call(authenticate, { body: { userName, password: pendingToken, code } })).data
}

/** Signs in by the cookie of an earlier sign-in. */
export async function signInRemembered(userName: string): Promise<Person> {
  return (await call(authenticateWithRememberMe, { body: { userName, password: '', checked: true } })).data
}

export const isLocked = (failure: Error | undefined) => failure?.message.includes(ATTEMPTS_EXCEEDED) ?? false

/** What step one says when it fails. One text for any wrong pair; the true one where the pair is not the matter. */
export function signInMessage(failure: Error): string {
  const isOtherwise =
    failure instanceof ApiError && (failure.code === 'RATE_LIMITED' || failure.status === 0 || failure.status >= 500)
  return isOtherwise ? failure.message.trim() : INCORRECT
}
