import {
  type InvoiceRow,
  type InvoiceState,
  type InvoicesFilter,
  type InvoicesQuery,
  invoiceStates,
  statusInState,
} from '@hikmah/contract/finance'
import { and, eq, gte, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { readPage } from '../kit/list/read-page.ts'
import { type Counts, type ListCounts, newestFirst, orderOf, type Picked, streamRows, sumOf } from '../kit/list/rows.ts'
import { matches } from '../kit/list/search.ts'
import { organizations } from '../organizations/table.ts'
import { invoiceEmail, stripeInvoices as invoices } from '../payments/table.ts'
import { countOverdue, isInAgeBand, isOverdue, isOverdueAt } from './rules.ts'

type Query = z.infer<typeof InvoicesQuery>
type Filter = z.infer<typeof InvoicesFilter>

const { id, number, receiptNumber, customerName, customerEmail, status, currency, total } = invoices
const { amountPaid, amountRemaining, refunded, createdAt, dueAt, finalizedAt, paidAt } = invoices
const columns = {
  id,
  number,
  receiptNumber,
  customerName,
  customerEmail,
  status,
  currency,
  total,
  amountPaid,
  amountRemaining,
  refunded,
  createdAt,
  dueAt,
  finalizedAt,
  paidAt,
  organizationId: invoices.organizationId,
  organizationName: organizations.name,
}

/** A draft is no invoice yet. */
const isListed = ne(status, 'draft')
const fields = { createdAt: [createdAt], total: [total] }

const selectRows = (db: Db) => (picked: Picked) =>
  db
    .select({ ...columns, ...picked.counts })
    .from(invoices)
    .innerJoin(picked.from, eq(id, picked.id))
    .leftJoin(organizations, eq(organizations.id, invoices.organizationId))
    .orderBy(...picked.order)

type Row = Omit<Awaited<ReturnType<ReturnType<typeof selectRows>>>[number], keyof ListCounts>

const isInState = (state: InvoiceState, now: Date): SQL | undefined =>
  and(
    eq(status, statusInState[state]),
    state === 'due' ? sql`not ${isOverdue(now)}` : undefined,
    state === 'overdue' ? isOverdue(now) : undefined,
  )

/** Up to this many organizations found by a search are listed by id, which an index serves. */
const MAX_NAMED = 500

/** Matches numbers, the customer, or the organization, which is looked up first. */
async function isFound(db: Db, q: string): Promise<SQL | undefined> {
  const isNamed = matches(organizations.search, q)
  const named = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(isNamed)
    .limit(MAX_NAMED + 1)
  const ids = named.map((row) => row.id)
  const ofThese =
    ids.length > MAX_NAMED
      ? sql`${invoices.organizationId} in (select ${organizations.id} from ${organizations} where ${isNamed})`
      : ids.length > 0
        ? inArray(invoices.organizationId, ids)
        : undefined
  return or(matches(invoices.search, q), matches(invoiceEmail, q), ofThese)
}

const narrowedBy = async (db: Db, { q, age, currency: code, orgId, paidFrom, paidTo }: Filter, now: Date) =>
  and(
    q ? await isFound(db, q) : undefined,
    age ? isInAgeBand(age, now) : undefined,
    code ? eq(currency, code) : undefined,
    orgId === 'none' ? isNull(invoices.organizationId) : undefined,
    orgId && orgId !== 'none' ? eq(invoices.organizationId, orgId) : undefined,
    paidFrom || paidTo ? eq(status, 'paid') : undefined,
    paidFrom ? gte(paidAt, new Date(paidFrom)) : undefined,
    paidTo ? lt(paidAt, new Date(paidTo)) : undefined,
  )

export async function listInvoices(db: Db, query: Query, now: Date) {
  const [[counted], narrowed] = await Promise.all([
    rowsOf<{ overdue: number }>(db, sql`select ${countOverdue(now)} as overdue`),
    narrowedBy(db, query, now),
  ])
  const sort = query.sort ?? '-createdAt'
  const page = await readPage(
    db,
    // The search is one of the filters: it looks into two tables.
    { ...query, q: undefined },
    {
      rows: {
        from: sql`${invoices}`,
        id,
        where: isListed,
        order: orderOf(fields, id, sort),
        select: selectRows(db),
      },
      tabs: {
        stored: 'invoices',
        statuses: invoiceStates,
        countBy: sql`case when ${isOverdue(now)} then 'overdue' when ${status} = 'open' then 'due' else ${status} end`,
        count: (counts) => countTabs(counts, counted!.overdue),
      },
      tab: query.status && isInState(query.status, now),
      filters: narrowed,
      areFiltersIndexed: query.q !== undefined,
      search: [],
      // What is due depends on the moment.
      preparedSort: query.status === 'due' || query.status === 'overdue' ? undefined : '-createdAt',
    },
  )
  return { data: page.rows.map((row) => presentInvoice(row, now)), meta: page.meta }
}

/** The kept counts know only `open`; the counts of a search or filter separate what is overdue. */
function countTabs(counts: Counts, overdueOfAll: number): Counts {
  const { open = 0, due = 0, overdue = 0, paid = 0, void: failed = 0, uncollectible = 0 } = counts
  const openOverdue = Math.min(overdueOfAll, open)
  const tabs = { due: due + open - openOverdue, overdue: overdue + openOverdue, paid, failed, uncollectible }
  return { all: sumOf(tabs), ...tabs }
}

/** Every invoice of a filter, newest first. */
export async function* streamInvoices(db: Db, filter: Filter, now: Date): AsyncGenerator<InvoiceRow> {
  const chosen = filter.status && isInState(filter.status, now)
  const narrowed = await narrowedBy(db, filter, now)
  const all = streamRows({
    from: sql`${invoices}`,
    id,
    where: and(isListed, chosen, narrowed),
    select: selectRows(db),
    ...newestFirst(invoices),
    // Their ids are the provider's text.
    after: (last: Row) => sql`(${createdAt}, ${id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id})`,
  })
  for await (const row of all) yield presentInvoice(row, now)
}

function invoiceState({ status }: Row, due: Date, now: Date): InvoiceState {
  if (status === 'open') return isOverdueAt(due, now) ? 'overdue' : 'due'
  return invoiceStates.find((state) => statusInState[state] === status) ?? 'uncollectible'
}

function presentInvoice(row: Row, now: Date): InvoiceRow {
  const due = row.dueAt ?? row.finalizedAt ?? row.createdAt
  return {
    id: row.id,
    number: row.number ?? '',
    receiptNumber: row.receiptNumber ?? '',
    orgId: row.organizationId ? { _id: row.organizationId, orgName: row.organizationName ?? '' } : null,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    status: invoiceState(row, due, now),
    currency: row.currency,
    total: row.total,
    amountPaid: row.amountPaid,
    amountRemaining: row.amountRemaining,
    refunded: row.refunded,
    createdAt: row.createdAt.toISOString(),
    dueAt: due.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  }
}
