import { type NoticeChoice, NoticeTopic, type Preferences } from '@hikmah/contract/profile/schemas'
import { DEFAULT_NOTICE } from '@hikmah/contract/profile/words'
import { eq } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import { staffPreferences } from './table.ts'

/** Every topic, at its default where nothing was chosen. */
export async function readPreferences(db: Db, staffId: string): Promise<Preferences> {
  const rows = await db.select().from(staffPreferences).where(eq(staffPreferences.staffId, staffId))
  const chosen = new Map<NoticeTopic, NoticeChoice>(rows.map(({ topic, choice }) => [topic, choice]))
  // Every topic is there, Object.fromEntries only forgets it.
  return Object.fromEntries(
    NoticeTopic.options.map((topic) => [topic, chosen.get(topic) ?? DEFAULT_NOTICE]),
  ) as Preferences
}
