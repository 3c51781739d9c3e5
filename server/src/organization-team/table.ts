import type { RolePair } from '@hikmah/contract/organization-team'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'
import { organizationReference } from '../organizations/table.ts'

export const memberNames = sql`(array[folded(first_name || ' ' || last_name), folded(user_name)])`

export const members = pgTable(
  'members',
  {
    id: uuid().primaryKey(),
    organizationId: organizationReference().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** The email address in lower case. */
    userName: text('user_name').notNull(),
    image: text().notNull().default(''),
    roles: jsonb().$type<RolePair[]>().notNull(),
    /** Null until the mailed code was entered. */
    confirmedAt: moment('confirmed_at'),
    consoleAccess: boolean('console_access').notNull().default(true),
    passwordHash: text('password_hash'),
    code: text(),
    codeExpiresAt: moment('code_expires_at'),
    /** Null while no invite was mailed: a member without access gets none. */
    invitedAt: moment('invited_at'),
    createdAt: moment('created_at').notNull(),
    search: text().generatedAlwaysAs(sql`searched(first_name || ' ' || last_name || ' ' || user_name)`),
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('members_user_name').on(t.organizationId, t.userName),
    index('members_email').on(t.userName),
    index('members_created').on(t.createdAt, t.id),
    index('members_search').using('gin', t.search.op('gin_trgm_ops')),
    index('members_exact').using('gin', memberNames),
  ],
)

/** Sessions of organizations' own people: by an invite without, by a sign-in with a refresh token, of which only hashes are kept. */
export const memberSessions = pgTable(
  'member_sessions',
  {
    id: uuid().primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    organizationId: organizationReference().notNull(),
    createdAt: moment('created_at').notNull(),
    /** The end of its last token. */
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    seriesHash: text('series_hash').unique(),
    tokenHash: text('token_hash'),
    previousTokenHash: text('previous_token_hash'),
    /** A hash of the Idempotency-Key of the last refresh. */
    refreshKey: text('refresh_key'),
  },
  (t) => [index('member_sessions_member').on(t.memberId, t.createdAt), index('member_sessions_expiry').on(t.expiresAt)],
)
