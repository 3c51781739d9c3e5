import type { DemoRequest, DemoRequestStatus } from '@hikmah/contract/demo-requests'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { sharedColumns } from '../communication/queries.ts'
import { inAnyCase } from '../kit/db/columns.ts'

const isThere = sql`deleted_at is null`
const isAssigned = sql`assignee_id is not null and deleted_at is null`

/** What matches a request exactly in the search over everything. */
export const requestNames = sql`(array[lower(first_name || ' ' || last_name), email, lower(organization), ltrim(phone, '+')])`

export const demoRequests = pgTable(
  'demo_requests',
  {
    ...sharedColumns<DemoRequestStatus>(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    organization: text().notNull(),
    applications: jsonb().$type<string[]>().notNull(),
    scheduleDate: text('schedule_date').notNull(),
    scheduleTime: text('schedule_time').notNull(),
    queries: jsonb().$type<DemoRequest['queries']>().notNull(),
    search: text().generatedAlwaysAs(
      sql`' ' || lower(first_name || ' ' || last_name || ' ' || email || ' ' || organization || ' ' || phone)`,
    ),
  },
  (t) => [
    index('demo_requests_created').on(t.createdAt, t.id).where(isThere),
    index('demo_requests_updated').on(t.updatedAt, t.id).where(isThere),
    index('demo_requests_name').on(inAnyCase(t.firstName), inAnyCase(t.lastName), t.id).where(isThere),
    index('demo_requests_organization').on(inAnyCase(t.organization), t.id).where(isThere),
    index('demo_requests_status_created').on(t.status, t.createdAt, t.id).where(isThere),
    index('demo_requests_status_updated').on(t.status, t.updatedAt, t.id).where(isThere),
    index('demo_requests_status_name').on(t.status, inAnyCase(t.firstName), inAnyCase(t.lastName), t.id).where(isThere),
    index('demo_requests_status_organization').on(t.status, inAnyCase(t.organization), t.id).where(isThere),
    index('demo_requests_spam').on(t.createdAt, t.id).where(sql`spam and deleted_at is null`),
    index('demo_requests_assignee').on(t.assigneeId, t.createdAt, t.id).where(isAssigned),
    index('demo_requests_email').on(t.email, t.createdAt),
    index('demo_requests_search').using('gin', t.search.op('gin_trgm_ops')),
    index('demo_requests_exact').using('gin', requestNames),
  ],
)
