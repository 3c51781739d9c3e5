import { INCORRECT } from '@hikmah/contract/sign-in/endpoints'
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie'
import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StaffRow } from '../accounts/table.ts'
import type { House, Secrets } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import {
  judgeUse,
  newRotatingToken,
  type RotatingToken,
  readRotatingToken,
  writeRotatingToken,
} from '../kit/auth/rotating-token.ts'
import { randomToken, sha256 } from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { forbidden, unauthenticated } from '../kit/errors/refusal.ts'
import { HAS_CONSOLE_ACCOUNT } from '../kit/mail/letter.ts'
import { type Letter, post } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { assertNotLocked, countFailure, countSignIn } from './lockout.ts'
import { aboutSignIn, aboutStaff, holdSignInStaff, keepTimeZone, presentUser } from './queries.ts'
import { endAllSessions, openSession } from './sessions.ts'
import { rememberedLogins } from './table.ts'

const theftLetter = (to: string): Letter => ({
  kind: 'security-notice',
  to,
  subject: 'We ended your sessions on the Hikmah Console',
  body: {
    greeting: 'Salam,',
    paragraphs: [
      'A saved sign-in for your account was used twice, which can mean that someone copied it. To be safe, we ended all your sessions.',
      'Sign in again with your password. Unless you copied your browser profile yourself, change your password too.',
    ],
    why: HAS_CONSOLE_ACCOUNT,
  },
})

const COOKIE_PATH = '/api/hikmah/auth'

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')
/** The customer states the name. A prefix such as `__Secure-` would change it. */
const COOKIE = 'rememberMe'

const DAYS_30_S = 30 * 86_400
/** Two tabs opened together send the same value; the second is not a thief. */
const RACE_S = 30

const PREFIX = 'rm1'

/** Remembers this browser: `rm1.<series>.<token>`, of which only hashes are kept. */
export async function remember(tx: Tx, staffId: string): Promise<{ id: string; value: string }> {
  const [id, value] = [newId(), newRotatingToken()]
  await tx.insert(rememberedLogins).values({
    id,
    seriesHash: sha256(value.series),
    tokenHash: sha256(value.token),
    rotatedAt: tx.at,
    staffId,
    createdAt: tx.at,
    expiresAt: secondsAfter(tx.at, DAYS_30_S),
  })
  return { id, value: writeRotatingToken(PREFIX, value) }
}

const setCookie = (reply: FastifyReply, publicUrl: string, more: Pick<SetCookie, 'value' | 'maxAge'>) => {
  const fixed = { path: COOKIE_PATH, httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) } as const
  return reply.header('set-cookie', stringifySetCookie({ name: COOKIE, ...fixed, ...more }))
}

export const setRememberCookie = (reply: FastifyReply, publicUrl: string, value: string) =>
  setCookie(reply, publicUrl, { value, maxAge: DAYS_30_S })

export const clearRememberCookie = (reply: FastifyReply, publicUrl: string) =>
  setCookie(reply, publicUrl, { value: '', maxAge: 0 })

const readCookie = ({ headers }: FastifyRequest) => parseCookie(headers.cookie ?? '')[COOKIE] ?? ''

export const seriesOfCookie = (request: FastifyRequest): string | undefined => {
  const remembered = readRotatingToken(PREFIX, readCookie(request))
  return remembered && sha256(remembered.series)
}

/**
 * Silent sign-in. The value rotates; one used again after that is a copy, and everything of the person is ended. A good
 * value cannot be guessed, so it opens also while strangers have locked the name.
 */
export async function signInRemembered(
  house: House,
  actor: PublicActor,
  body: { userName: string; password: string; timeZone: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  assertSameSite(request, house.config.publicUrl)
  await countSignIn(house, actor.ip)
  // The seeds' client sends the password that it signed in with; it is not looked at.
  const remembered = readRotatingToken(PREFIX, body.password) ?? readRotatingToken(PREFIX, readCookie(request))
  const outcome = remembered && (await house.change(actor, (tx) => useSeries(house, tx, body, remembered)))
  if (!outcome?.signedIn) {
    await assertNotLocked(house, body.userName, actor.ip)
    clearRememberCookie(reply, house.config.publicUrl)
    await countFailure(house, body.userName, actor.ip)
    throw unauthenticated(INCORRECT)
  }
  if (outcome.value) setRememberCookie(reply, house.config.publicUrl, outcome.value)
  return { ...presentUser(outcome.person), token: outcome.signedIn }
}

type Outcome = { signedIn: string; person: StaffRow; value: string | undefined } | { signedIn: undefined }

async function useSeries(
  house: Secrets,
  tx: Tx,
  { userName, timeZone }: { userName: string; timeZone: string },
  { series, token }: RotatingToken,
): Promise<Outcome> {
  const bySeries = eq(rememberedLogins.seriesHash, sha256(series))
  const [login] = await tx.select({ staffId: rememberedLogins.staffId }).from(rememberedLogins).where(bySeries)
  const person = login && (await holdSignInStaff(tx, login.staffId))
  const [row] = await tx.select().from(rememberedLogins).where(bySeries).for('update')
  if (!person || !row || row.expiresAt <= tx.at) return { signedIn: undefined }
  // Whoever names somebody else is not signed in as the one who is remembered.
  if (userName !== '' && userName !== person.userName) return { signedIn: undefined }
  const use = judgeUse(row, token, secondsAfter(row.rotatedAt, RACE_S) > tx.at)
  if (use === 'copied') {
    await endAllSessions(tx, person.id)
    await post(tx, theftLetter(person.userName))
    record(tx, { action: 'sign-in.copied-login-refused', ...aboutStaff(person) })
    return { signedIn: undefined }
  }
  let value: string | undefined
  if (use === 'first') {
    const next = randomToken(32)
    value = writeRotatingToken(PREFIX, { series, token: next })
    await tx
      .update(rememberedLogins)
      .set({ tokenHash: sha256(next), previousTokenHash: row.tokenHash, rotatedAt: tx.at })
      .where(eq(rememberedLogins.id, row.id))
  }
  await keepTimeZone(tx, person, timeZone)
  record(tx, { action: 'sign-in.remembered', ...aboutSignIn(person) })
  return { signedIn: await openSession(tx, house.tokens, person.id, tx.by, row.id), person, value }
}

/** The one endpoint a cookie opens, so another site must not be able to call it. */
function assertSameSite(request: FastifyRequest, publicUrl: string) {
  const site = request.headers['sec-fetch-site']
  const { origin, host } = request.headers
  const isForeign = origin !== undefined && readHost(origin) !== host && readHost(origin) !== readHost(publicUrl)
  if (isForeign || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
    throw forbidden('Sign in from the console itself')
  }
}

/** Undefined for `null`, which a page without an origin of its own sends. */
const readHost = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined)
