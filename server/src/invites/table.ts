import type { InviteStatus } from '@hikmah/contract/invites/endpoints'
import type { OrganizationStatus } from '@hikmah/contract/organizations/schemas'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { inNameOrder, moment } from '../kit/db/columns.ts'

const isOpen = sql`accepted_at is null and revoked_at is null`

/** The code as it is searched, by those who may see it. */
export const inviteCode = sql`(' ' || code || ' ')`
export const inviteNames = sql`(array[folded(org_name), folded(org_admin), folded(org_email), ltrim(phone, '+')])`

export const invites = pgTable(
  'invites',
  {
    id: uuid().primaryKey(),
    orgName: text('org_name').notNull(),
    orgAdmin: text('org_admin').notNull(),
    /** Lower case. */
    orgEmail: text('org_email').notNull(),
    phone: text().notNull(),
    code: text().notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    acceptedAt: moment('accepted_at'),
    /** A hash of the Idempotency-Key it was accepted with. */
    acceptKey: text('accept_key'),
    /** Of the organization it became; kept by a trigger. */
    organizationStatus: text('organization_status').$type<OrganizationStatus>(),
    /** The migration has the rule. */
    status: text()
      .$type<InviteStatus>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when organization_status = 'approved' then 'accepted' when organization_status is not null then organization_status when revoked_at is not null then 'revoked' else 'Invite Sent' end`,
      ),
    search: text().generatedAlwaysAs(sql`searched(org_name || ' ' || org_admin || ' ' || org_email || ' ' || phone)`),
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('invites_open_code').on(t.code).where(isOpen),
    uniqueIndex('invites_open_email').on(t.orgEmail).where(isOpen),
    index('invites_email').on(t.orgEmail),
    index('invites_created').on(t.createdAt, t.id),
    index('invites_name').on(inNameOrder(t.orgName), t.id),
    index('invites_admin').on(inNameOrder(t.orgAdmin), t.id),
    index('invites_status_created').on(t.status, t.createdAt, t.id),
    index('invites_status_name').on(t.status, inNameOrder(t.orgName), t.id),
    index('invites_status_admin').on(t.status, inNameOrder(t.orgAdmin), t.id),
    index('invites_outcome').on(t.createdAt),
    index('invites_accepted').on(t.acceptedAt).where(sql`accepted_at is not null`),
    index('invites_search').using('gin', t.search.op('gin_trgm_ops')),
    index('invites_code').using('gin', sql`${inviteCode} gin_trgm_ops`),
    index('invites_exact').using('gin', inviteNames),
  ],
)

/** Append-only: one row for every time the invite was sent. */
export const inviteLogs = pgTable(
  'invite_logs',
  {
    id: uuid().primaryKey(),
    inviteId: uuid('invite_id')
      .notNull()
      .references(() => invites.id),
    createdAt: moment('created_at').notNull(),
    orgAdmin: text('org_admin').notNull(),
    orgEmail: text('org_email').notNull(),
    phone: text().notNull(),
    code: text().notNull(),
    sentBy: text('sent_by').notNull(),
  },
  (t) => [index('invite_logs_invite').on(t.inviteId, t.createdAt), index('invite_logs_code').on(t.code, t.orgEmail)],
)
