import { type RetentionRow, retained, retention } from '@hikmah/contract/retention'
import { keysOf } from '@hikmah/contract/words'
import { eq, lt, min } from 'drizzle-orm'
import { contactInquiries, demoRequests } from '../communication/table.ts'
import { deviceEvents } from '../hardware/table.ts'
import type { House } from '../house.ts'
import type { Db } from '../kit/db/db.ts'
import type { Serve } from '../kit/http/serve.ts'
import { staffNotices } from '../notices/table.ts'
import { stripeEvents } from '../payments/table.ts'
import { staffSessions } from '../sign-in/table.ts'

/** The oldest that each rule has left, by the column that the rule counts from. Files lie outside the database. */
const oldest: Partial<Record<keyof typeof retained, (db: Db, now: Date) => Promise<{ at: Date | null }[]>>> = {
  signIns: (db, now) =>
    db
      .select({ at: min(staffSessions.expiresAt) })
      .from(staffSessions)
      .where(lt(staffSessions.expiresAt, now)),
  staffNotices: (db) => db.select({ at: min(staffNotices.sentAt) }).from(staffNotices),
  conversations: async (db) => {
    const deleted = await Promise.all(
      [demoRequests, contactInquiries].map((table) => db.select({ at: min(table.deletedAt) }).from(table)),
    )
    return deleted.flat().sort((a, b) => Number(a.at ?? Infinity) - Number(b.at ?? Infinity))
  },
  paymentEvents: (db) =>
    db
      .select({ at: min(stripeEvents.workedAt) })
      .from(stripeEvents)
      .where(eq(stripeEvents.state, 'done')),
  deviceEvents: (db) => db.select({ at: min(deviceEvents.createdAt) }).from(deviceEvents),
}

async function listRetention(db: Db, now: Date): Promise<RetentionRow[]> {
  const rows: RetentionRow[] = []
  for (const key of keysOf(retained)) {
    const [found] = (await oldest[key]?.(db, now)) ?? []
    rows.push({ ...retained[key], oldest: found?.at?.toISOString() ?? null })
  }
  return rows
}

export const retentionRoutes = (serve: Serve, { db, clock }: Pick<House, 'db' | 'clock'>) =>
  serve(retention.listRetention, () => listRetention(db, clock.now()))
