import { isDeepStrictEqual } from 'node:util'
import {
  DEFAULT_NOTICE,
  type NoticeChoice,
  NoticeTopic,
  type Preferences,
  profile,
} from '@hikmah/contract/profile/endpoints'
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import type { House, Reads, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import { type StaffActor, systemActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import type { Serve } from '../kit/http/serve.ts'
import { job } from '../kit/jobs/jobs.ts'
import { post } from '../kit/mail/post.ts'
import { aboutStaff } from '../sign-in/queries.ts'
import { digestCutOff, digestLetter, rolesToldOf } from './notify-staff.ts'
import { staffNotices, staffPreferences } from './table.ts'

export function noticeRoutes(serve: Serve, house: House) {
  serve(profile.readPreferences, ({ actor }) => readPreferences(house.db, actor.id))
  serve(profile.updatePreferences, ({ body, actor }) => updatePreferences(house, actor, body))
}

async function readPreferences(db: Db, staffId: string): Promise<Preferences> {
  const rows = await db.select().from(staffPreferences).where(eq(staffPreferences.staffId, staffId))
  const chosen = new Map<NoticeTopic, NoticeChoice>(rows.map(({ topic, choice }) => [topic, choice]))
  // Every topic is there, Object.fromEntries only forgets it.
  return Object.fromEntries(
    NoticeTopic.options.map((topic) => [topic, chosen.get(topic) ?? DEFAULT_NOTICE]),
  ) as Preferences
}

/** May run often and in several processes: a notice is marked with its letter, and a person is locked meanwhile. */
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
const updatePreferences = ({ change }: Writes, actor: StaffActor, chosen: Partial<Record<NoticeTopic, NoticeChoice>>) =>
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
      ...aboutStaff(actor),
      before,
      after,
    })
    return after
  })
