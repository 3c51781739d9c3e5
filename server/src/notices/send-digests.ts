import { and, eq, isNull, lt } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import type { House, Reads, Settings, Writes } from '../house.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { job } from '../kit/jobs/jobs.ts'
import { post } from '../kit/mail/post.ts'
import { digestLetter } from './letters.ts'
import { digestCutOff, rolesToldOf } from './rules.ts'
import { staffNotices } from './table.ts'

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
