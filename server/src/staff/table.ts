import type { StaffRole } from '@hikmah/contract/permissions'
import type { CurrentUser } from '@hikmah/contract/sign-in'
import { boolean, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/columns.ts'

export const staff = pgTable(
  'staff',
  {
    id: uuid().primaryKey(),
    /** The e-mail address in lower case. */
    userName: text('user_name').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text().$type<StaffRole>().notNull(),
    access: text().$type<'active' | 'revoked'>().notNull().default('active'),
    /** Null until the mailed code was entered; until then there is no sign-in. */
    verifiedAt: moment('verified_at'),
    passwordSetByOther: boolean('password_set_by_other').notNull().default(false),
    image: text().notNull().default(''),
    phone: text().notNull().default(''),
    address: jsonb().$type<Partial<CurrentUser['address']>>().notNull().default({}),
    createdAt: moment('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('staff_user_name').on(t.userName)],
)

export type StaffRow = typeof staff.$inferSelect
