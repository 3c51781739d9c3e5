import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_NOTICE, type NoticeChoice, NoticeTopic, type Preferences } from '@hikmah/contract/profile/endpoints'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { StaffRow } from '../accounts/table.ts'
import { record } from '../kit/audit/audit.ts'
import type { Db } from '../kit/db/db.ts'
import type { Tx } from '../kit/write/tx.ts'
import { aboutStaff } from '../sign-in/queries.ts'
import { staffNotices, staffPreferences } from './table.ts'

export async function readPreferences(db: Db, staffId: string): Promise<Preferences> {
  const rows = await db.select().from(staffPreferences).where(eq(staffPreferences.staffId, staffId))
  const chosen = new Map<NoticeTopic, NoticeChoice>(rows.map(({ topic, choice }) => [topic, choice]))
  // Every topic is there, Object.fromEntries only forgets it.
  return Object.fromEntries(
    NoticeTopic.options.map((topic) => [topic, chosen.get(topic) ?? DEFAULT_NOTICE]),
  ) as Preferences
}

/** Saves the topics that were sent. What waits of a topic that is turned off is not mailed any more. */
export async function savePreferences(
  tx: Tx,
  person: Pick<StaffRow, 'id' | 'userName'>,
  chosen: Partial<Preferences>,
): Promise<Preferences> {
  const before = await readPreferences(tx, person.id)
  // Entries forget that the keys are topics and that none is undefined: the contract has parsed them.
  const rows = (Object.entries(chosen) as [NoticeTopic, NoticeChoice][]).map(([topic, choice]) => ({
    staffId: person.id,
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
      .where(and(eq(staffNotices.staffId, person.id), isNull(staffNotices.sentAt), inArray(staffNotices.topic, off)))
  }
  const after = await readPreferences(tx, person.id)
  if (isDeepStrictEqual(before, after)) return after
  record(tx, {
    action: 'staff.preferences-updated',
    ...aboutStaff(person),
    before,
    after,
  })
  return after
}
