import { eq } from 'drizzle-orm'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** What the installation knows of itself. Unlike a counter, nothing sweeps it. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

export async function readSetting(db: Db, key: string): Promise<unknown> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return row?.value
}

export const saveSetting = (db: Db, key: string, value: unknown) =>
  db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } })

export const deleteSetting = (db: Db, key: string) => db.delete(settings).where(eq(settings.key, key))
