import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/db.ts'
import type { Replica } from '../db/replica.ts'
import { Refusal } from '../errors/refusal.ts'

/* What somebody wrote last, in a cookie, so that they never miss it on a replica (decision 059). */

const PLACE = 'written'
const NEVER_REACHED = 'FFFFFFFF/FFFFFFFF'
const PLACE_MS = 500

/** Whoever does not say what they wrote last reads the primary. */
export function fromReplica<T>({ replica }: Database, { headers }: FastifyRequest, work: () => T): T {
  const place = replica && parseCookie(headers.cookie ?? '')[PLACE]
  return place ? replica.read(place, work) : work()
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
  reply.header(
    'set-cookie',
    stringifySetCookie({
      name: PLACE,
      value,
      path: '/api',
      httpOnly: true,
      sameSite: 'strict',
      secure: protocol === 'https',
    }),
  )
}
