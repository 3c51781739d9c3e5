import type { Data } from '@hikmah/contract/endpoint'
import { ATTEMPTS_EXCEEDED, INCORRECT, signIn } from '@hikmah/contract/sign-in/endpoints'
import { ApiError, call } from '../kit/api/api.ts'

export type Person = Data<typeof signIn.authenticate>

/** The result of step one: the pending token replaces the password, which is not kept. */
export interface Challenge {
  userName: string
  pendingToken: string
  /** When another code may be asked for, in epoch milliseconds. */
  resendAt: number
}

/** Not with the session that has ended: what is wrong is then the password, and nobody is asked to sign in once more. */
const withoutToken = { withoutToken: true }

/** Step one: proves the password, or asks for a new code with the pending token in its place. E-mails a code. */
export async function askForCode(userName: string, password: string, checked: boolean): Promise<Challenge> {
  const { data } = await call(signIn.authenticateWithPassword, { body: { userName, password, checked } }, withoutToken)
  return { userName, pendingToken: data.token, resendAt: Date.now() + data.resendWaitS * 1000 }
}

/** Step two. */
export async function verifyCode({ userName, pendingToken }: Challenge, code: string): Promise<Person> {
  return (await call(signIn.authenticate, { body: { userName, password: pendingToken, code } }, withoutToken)).data
}

/**
 * Signs in by the cookie of an earlier sign-in. Continues if the page is left: the new cookie must arrive, or the old
 * one looks stolen.
 */
export async function signInRemembered(userName: string): Promise<Person> {
  const body = { userName, password: '', checked: true }
  return (await call(signIn.authenticateWithRememberMe, { body }, { ...withoutToken, keepalive: true })).data
}

export const isLocked = (failure: Error | undefined) => failure?.message.includes(ATTEMPTS_EXCEEDED) ?? false

/** The error of step one. One text for any wrong credentials; the actual one for other failures. */
export function signInMessage(failure: Error): string {
  const isOtherwise =
    failure instanceof ApiError && (failure.code === 'RATE_LIMITED' || failure.status === 0 || failure.status >= 500)
  return isOtherwise ? failure.message.trim() : INCORRECT
}
