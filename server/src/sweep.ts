import { and, eq, lt } from 'drizzle-orm'
import type { House, Reads } from './house.ts'
import { forgetAbandoned } from './irs-registry/send-import.ts'
import { sweepThrottles } from './kit/auth/throttle.ts'
import { job } from './kit/jobs/jobs.ts'
import { DAY_S, secondsAfter } from './kit/process/clock.ts'
import { sweepKeys } from './kit/write/idempotency.ts'
import { staffNotices } from './notices/table.ts'
import { memberSessions } from './organization-team/table.ts'
import { stripeEvents } from './payments/table.ts'
import { rememberedLogins, signInChallenges, staffSessions } from './sign-in/table.ts'
import { staffCodes } from './staff/table.ts'

/** Long enough to look into what happened; the audit trail keeps it for ever. */
const KEPT_S = 30 * DAY_S

/** The provider keeps its events for thirty days, so that none can come a second time afterwards. */
const EVENTS_KEPT_S = 90 * DAY_S

/**
 * Forgets what nobody can use any more: counters that ran out, sessions, codes and notices thirty days after their end, and
 * events of the provider ninety days after they were worked on.
 */
export async function sweep({ db, clock }: Reads): Promise<void> {
  const now = clock.now()
  await sweepThrottles(db, now)
  await sweepKeys(db, now)
  const past = secondsAfter(now, -KEPT_S)
  for (const table of [signInChallenges, staffSessions, memberSessions, rememberedLogins, staffCodes]) {
    await db.delete(table).where(lt(table.expiresAt, past))
  }
  await db.delete(staffNotices).where(lt(staffNotices.sentAt, past))
  const workedBefore = lt(stripeEvents.workedAt, secondsAfter(now, -EVENTS_KEPT_S))
  await db.delete(stripeEvents).where(and(workedBefore, eq(stripeEvents.state, 'done')))
}

export const sweepJob = job({
  name: 'sweep',
  every: 'hour',
  work: async (house: House) => {
    await sweep(house)
    await forgetAbandoned(house)
  },
})
