import type { StaffRole } from '@hikmah/contract/permissions'
import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import type { StaffStatus } from '@hikmah/contract/staff'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { inNameOrder, moment } from '../kit/db/columns.ts'

export const staffNames = sql`(array[folded(first_name || ' ' || last_name), folded(user_name)])`

export const staff = pgTable(
  'staff',
  {
    id: uuid().primaryKey(),
    /** The email address in lower case. */
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
    /** Of the browser at the last sign-in; '' before that. */
    timeZone: text('time_zone').notNull().default(''),
    address: jsonb().$type<Partial<CurrentUser['address']>>().notNull().default({}),
    createdAt: moment('created_at').notNull(),
    version: integer().notNull().default(1),
    status: text()
      .$type<StaffStatus>()
      .generatedAlwaysAs(
        sql`case when access = 'revoked' then 'revoked' when verified_at is null then 'unverified' else 'active' end`,
      ),
    /** Owner 1, admin 2, manager 3. */
    rank: integer().generatedAlwaysAs(sql`case role when 'hikmah_owner' then 1 when 'hikmah_admin' then 2 else 3 end`),
    search: text().generatedAlwaysAs(sql`searched(first_name || ' ' || last_name || ' ' || user_name)`),
  },
  (t) => [
    uniqueIndex('staff_user_name').on(t.userName),
    index('staff_listed').on(sql`(rank > 1)`, inNameOrder(t.firstName), inNameOrder(t.lastName), t.id),
    index('staff_name').on(inNameOrder(t.firstName), inNameOrder(t.lastName), t.id),
    index('staff_rank').on(t.rank, inNameOrder(t.firstName), inNameOrder(t.lastName), t.id),
    index('staff_created').on(t.createdAt, t.id),
    index('staff_search').using('gin', sql`search gin_trgm_ops`),
    index('staff_exact').using('gin', staffNames),
    index('staff_image').on(t.image).where(sql`image <> ''`),
  ],
)

export type StaffRow = typeof staff.$inferSelect
