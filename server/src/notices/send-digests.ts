import { isDeepStrictEqual } from 'node:util'
import type { NoticeChoice, NoticeTopic, Preferences } from '@hikmah/contract/profile/schemas'
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import type { House, Reads, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import { type StaffActor, systemActor } from '../kit/auth/actor.ts'
import { job } from '../kit/jobs/jobs.ts'
import { post } from '../kit/mail/post.ts'
import { digestLetter } from './letters.ts'
import { readPreferences } from './queries.ts'
import { digestCutOff, rolesToldOf } from './rules.ts'
import { staffNotices, staffPreferences } from './table.ts'

/**
 * Mails everybody one letter with what waited at six in the morning. It may run as often as one likes and in several
 * processes: notices are marked with their letter, and one person's at a time.
 */
export async function sendDigests({ db, change, clock, config }: Reads & Writes & Settings): Promise<void> {
  const cutOff = digestCutOff(clock.now())
  const isDue = and(isNull(staffNotices.sentAt), lt(staffNotices.createdAt, cutOff))
  const people = await db.selectDistinct({ id: staffNotices.staffId }).from(staffNotices).where(isDue)
  for (const { id } of people) {
    await change(systemActor('Daily digest'), async (tx) => {
      // Another process with this person's letter waits here, and then finds nothing left.
      const [person] = await tx.select().from(staff).where(eq(staff.id, id)).for('no key update')
      const notices = await tx
        .update(staffNotices)
        .set({ sentAt: tx.at })
        .where(and(eq(staffNotices.staffId, id), isDue))
        .returning()
      if (person?.status !== 'active') return
      // People who have since lost the right to act on it are left out. Ids grow with time.
      const told = notices
        .filter(({ topic }) => rolesToldOf(topic).includes(person.role))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
      if (told.length > 0) await post(tx, digestLetter(person, told, config.publicUrl))
    })
  }
}

export const sendDigestsJob = job({ name: 'send-digests', every: 'hour', work: (house: House) => sendDigests(house) })

/** Saves the topics that were sent. What waits of a topic that is turned off is not mailed any more. */
export const updatePreferences = (
  { change }: Writes,
  actor: StaffActor,
  chosen: Partial<Record<NoticeTopic, NoticeChoice>>,
): Promise<Preferences> =>
  change(actor, async (tx) => {
    const before = await readPreferences(tx, actor.id)
    // Entries forget that the keys are topics and that none is undefined: the contract has parsed them.
    const rows = (Object.entries(chosen) as [NoticeTopic, NoticeChoice][]).map(([topic, choice]) => ({
      staffId: actor.id,
      topic,
      choice,
    }))
    if (rows.length > 0) {
      await tx
        .insert(staffPreferences)
        .values(rows)
        .onConflictDoUpdate({
          target: [staffPreferences.staffId, staffPreferences.topic],
          set: { choice: sql`excluded.choice` },
        })
    }
    const off = rows.filter(({ choice }) => choice === 'off').map(({ topic }) => topic)
    if (off.length > 0) {
      await tx
        .delete(staffNotices)
        .where(and(eq(staffNotices.staffId, actor.id), isNull(staffNotices.sentAt), inArray(staffNotices.topic, off)))
    }
    const after = await readPreferences(tx, actor.id)
    if (isDeepStrictEqual(before, after)) return after
    record(tx, {
      action: 'staff.preferences-updated',
      entity: 'staff',
      entityId: actor.id,
      entityName: actor.userName,
      before,
      after,
    })
    return after
  })
