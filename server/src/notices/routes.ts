import { profile } from '@hikmah/contract/profile/endpoints'
import { unsubscribe } from '@hikmah/contract/unsubscribe'
import { and, eq, isNull, lt, min } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import type { House } from '../house.ts'
import { systemActor } from '../kit/auth/actor.ts'
import type { Serve } from '../kit/http/serve.ts'
import { job } from '../kit/jobs/jobs.ts'
import { post } from '../kit/mail/post.ts'
import { digestCutOff, digestLetter, rolesToldOf } from './notify-staff.ts'
import { readPreferences, savePreferences } from './preferences.ts'
import { staffNotices } from './table.ts'
import { readSubscription, turnNoticesOff } from './unsubscribe.ts'
import { unsubscribePath } from './unsubscribe-links.ts'

export function noticeRoutes(serve: Serve, house: House) {
  serve(profile.readPreferences, ({ actor }) => readPreferences(house.db, actor.id))
  serve(profile.updatePreferences, ({ body, actor }) => house.change(actor, (tx) => savePreferences(tx, actor, body)))
  serve(unsubscribe.readSubscription, ({ params, actor }) => readSubscription(house, actor, params.token))
  serve(unsubscribe.turnNoticesOff, ({ params, actor }) => turnNoticesOff(house, actor, params.token))
}

/** May run often and in several processes: a notice is marked with its letter, and a person is locked meanwhile. */
export async function sendDigests(house: House): Promise<void> {
  const { db, change, clock, config } = house
  const isWaiting = isNull(staffNotices.sentAt)
  const people = await db
    .select({ id: staff.id, timeZone: staff.timeZone, oldest: min(staffNotices.createdAt) })
    .from(staffNotices)
    .innerJoin(staff, eq(staff.id, staffNotices.staffId))
    .where(isWaiting)
    .groupBy(staff.id)
  for (const { id, timeZone, oldest } of people) {
    const cutOff = digestCutOff(clock.now(), timeZone)
    if (oldest === null || oldest >= cutOff) continue
    await change(systemActor('Daily digest'), async (tx) => {
      // Another process with this person's letter waits here, and then finds nothing left.
      const [person] = await tx.select().from(staff).where(eq(staff.id, id)).for('no key update')
      const notices = await tx
        .update(staffNotices)
        .set({ sentAt: tx.at })
        .where(and(eq(staffNotices.staffId, id), isWaiting, lt(staffNotices.createdAt, cutOff)))
        .returning()
      if (person?.status !== 'active') return
      // People who have since lost the right to act on it are left out. Ids grow with time.
      const told = notices
        .filter(({ topic }) => rolesToldOf(topic).includes(person.role))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
      if (told.length === 0) return
      const unsubscribeUrl = config.publicUrl + unsubscribePath(house, id, 'digest')
      await post(tx, { ...digestLetter(person, told, config.publicUrl), unsubscribeUrl })
    })
  }
}

export const sendDigestsJob = job({ name: 'send-digests', every: 'hour', work: sendDigests })
