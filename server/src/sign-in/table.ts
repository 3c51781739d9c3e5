import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { moment } from '../kit/db/columns.ts'

/** Step one passed: the code that was mailed, of which only the hash is kept, and its pending token. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    id: uuid().primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    userName: text('user_name').notNull(),
    staffId: uuid('staff_id').references(() => staff.id),
    /** Of an organization's person in place of `staffId`: the memberships that the password opens. */
    memberIds: uuid('member_ids').array(),
    codeHash: text('code_hash').notNull(),
    /** For a new password, not for signing in. */
    isReset: boolean('is_reset').notNull().default(false),
    remember: boolean().notNull(),
    tries: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    index('sign_in_challenges_user').on(t.userName, t.createdAt),
    index('sign_in_challenges_open').on(t.staffId).where(sql`used_at is null`),
    index('sign_in_challenges_expiry').on(t.expiresAt),
  ],
)

export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid().primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    ip: text().notNull(),
    browser: text().notNull(),
    operatingSystem: text('operating_system').notNull(),
    /** The remembered login this browser holds, so that signing out forgets it. */
    seriesId: uuid('series_id'),
  },
  (t) => [
    index('staff_sessions_staff').on(t.staffId, t.createdAt).where(sql`revoked_at is null`),
    index('staff_sessions_expiry').on(t.expiresAt),
  ],
)

/** A remembered browser: the series stays, the token changes at each use. Only hashes are kept. */
export const rememberedLogins = pgTable(
  'remembered_logins',
  {
    id: uuid().primaryKey(),
    seriesHash: text('series_hash').notNull().unique(),
    tokenHash: text('token_hash').notNull(),
    previousTokenHash: text('previous_token_hash'),
    rotatedAt: moment('rotated_at').notNull(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('remembered_logins_staff').on(t.staffId), index('remembered_logins_expiry').on(t.expiresAt)],
)
