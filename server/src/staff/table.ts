import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { moment } from '../kit/db/columns.ts'

export const codePurposes = ['verify', 'reset'] as const

/** Codes that another member of staff enters: to verify a new colleague, to reset a password. Only hashes are kept. */
export const staffCodes = pgTable(
  'staff_codes',
  {
    id: uuid().primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    purpose: text().$type<(typeof codePurposes)[number]>().notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    index('staff_codes_staff').on(t.staffId, t.purpose, t.createdAt),
    index('staff_codes_expiry').on(t.expiresAt),
  ],
)
