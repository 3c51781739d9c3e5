import { isDeepStrictEqual } from 'node:util'
import type { NoticeChoice, NoticeTopic, Preferences } from '@hikmah/contract/profile/schemas'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { readPreferences } from './queries.ts'
import { staffNotices, staffPreferences } from './table.ts'

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
