import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/db.ts'
import { NEVER_REACHED, type Replica } from '../db/replica.ts'
import { Refusal } from '../errors/refusal.ts'

/* What somebody wrote last, in a cookie, so that they never miss it on a replica (decision 059). */

const PLACE = 'written'
/** Longer than a replica that is read is ever behind. */
const OWN_S = 10
const PLACE_MS = 500

/** Whoever does not say what they wrote last reads the primary. */
export function fromReplica<T>({ replica }: Database, { headers }: FastifyRequest, work: () => T): T {
  const cookies = replica ? Object.entries(parseCookie(headers.cookie ?? '')) : []
  const places = cookies.flatMap(([name, place = '']) => (name.startsWith(PLACE) ? place : []))
  return replica && places.length > 0 ? replica.read(places, work) : work()
}

/** The browser says it with its next calls, whichever process they reach. */
export async function keepPlace(
  replica: Replica,
  { allow, anyOrigin }: AnyEndpoint,
  { protocol }: FastifyRequest,
  reply: FastifyReply,
  answered: Promise<unknown>,
) {
  // What is refused may have written too. What failed is perhaps written later.
  const isKnown = await answered.then(
    () => true,
    (error) => error instanceof Refusal && error.status < 500,
  )
  if (allow === 'device' || anyOrigin) return
  // What was written stays written when the question fails.
  const found = isKnown ? replica.findPlace().catch(() => NEVER_REACHED) : NEVER_REACHED
  const value = await Promise.race([found, sleep(PLACE_MS, NEVER_REACHED, { ref: false })])
  // Of two writes whose answers overtake each other the later place counts, so each has a cookie of its own for a moment.
  const cookies = [{ name: PLACE }, { name: `${PLACE}-${crypto.randomUUID().slice(0, 8)}`, maxAge: OWN_S }]
  const scope = { path: '/api', httpOnly: true, sameSite: 'strict', secure: protocol === 'https' } as const
  for (const cookie of cookies) reply.header('set-cookie', stringifySetCookie({ ...cookie, value, ...scope }))
}
