import {
  ANY_AGE,
  type InvoiceAge,
  type InvoiceRow,
  type InvoiceState,
  type InvoicesFilter,
  type InvoicesQuery,
  invoiceStates,
  statusInState,
} from '@hikmah/contract/finance'
import { and, eq, gt, gte, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Db, keptRowsOf } from '../kit/db/db.ts'
import { readPage } from '../kit/list/read-page.ts'
import { type Counts, type ListCounts, newestFirst, orderOf, type Picked, streamRows, sumOf } from '../kit/list/rows.ts'
import { matches } from '../kit/list/search.ts'
import { orders } from '../orders/table.ts'
import { organizations } from '../organizations/table.ts'
import {
  invoiceEmail,
  stripeInvoices as invoices,
  isTakenBack,
  stripeInvoiceLines as lines,
  openInvoiceDays,
  stripeProducts,
} from '../payments/table.ts'

type Query = z.infer<typeof InvoicesQuery>
type Filter = z.infer<typeof InvoicesFilter>

const { id, status, currency, total, createdAt, dueAt, finalizedAt, paidAt } = invoices
const { number, receiptNumber, customerName, customerEmail, organizationId, nextAttemptAt, attemptCount, decline } =
  invoices
const { amountPaid, amountRemaining, refunded, returnedOutside, credited, disputed, lost } = invoices
/** What a row shows, and no more: a list is read all day. */
const columns = {
  ...{ id, number, receiptNumber, customerName, customerEmail, organizationId, status, currency, total },
  ...{ amountPaid, amountRemaining, refunded, returnedOutside, credited, disputed, lost },
  ...{ createdAt, dueAt, finalizedAt, paidAt, nextAttemptAt, attemptCount, decline },
}

const DAY_MS = 86_400_000

/** The number of whole days overdue from which an open invoice is in each band. The first is not due. */
const FIRST_DAYS: [InvoiceAge, number][] = [
  ['not-due', Number.NEGATIVE_INFINITY],
  ['1-30', 1],
  ['31-60', 31],
  ['61-90', 61],
  ['over-90', 91],
]

/** An invoice charged automatically has no due date and is due when it is issued. */
const dueDate = sql<Date>`coalesce(${dueAt}, ${finalizedAt}, ${createdAt})`

const ago = (now: Date, days: number) => sql`${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz`

function isInAgeBand(age: InvoiceAge | typeof ANY_AGE, now: Date): SQL {
  if (age === ANY_AGE) return eq(status, 'open')
  const place = FIRST_DAYS.findIndex(([name]) => name === age)
  const [first, next] = [FIRST_DAYS[place]![1], FIRST_DAYS[place + 1]?.[1]]
  const atLeast = Number.isFinite(first) ? sql`${dueDate} <= ${ago(now, first)}` : sql`true`
  const lessThan = next === undefined ? sql`true` : sql`${dueDate} > ${ago(now, next)}`
  return sql`(${status} = 'open' and ${atLeast} and ${lessThan})`
}

/** The age of an open invoice, to group by. */
export const ageBand = (now: Date): SQL<InvoiceAge> =>
  sql.join(
    [
      sql`case`,
      ...FIRST_DAYS.toReversed()
        .slice(0, -1)
        .map(([age, days]) => sql`when ${dueDate} <= ${ago(now, days)} then ${sql.raw(`'${age}'`)}`),
      sql`else 'not-due' end`,
    ],
    sql` `,
  ) as SQL<InvoiceAge>

export const isOverdueAt = (due: Date, now: Date) => due.getTime() <= now.getTime() - DAY_MS
/** Applies to open invoices. */
export const isPastDue = (now: Date) => sql`${dueDate} <= ${ago(now, 1)}`
const isOverdue = (now: Date) => sql`(${status} = 'open' and ${isPastDue(now)})`

/**
 * How many of all invoices are overdue. Whole days (UTC) are summed from the kept counts by due date; the day that is only
 * partly overdue is counted.
 */
export function countOverdue(now: Date): SQL<number> {
  const day = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)
  return sql<number>`(
    (select coalesce(sum(${openInvoiceDays.count}), 0) from ${openInvoiceDays} where ${openInvoiceDays.day} < ${day})
    + (select count(*) from ${invoices} where ${isOverdue(now)} and ${dueDate} >= ${`${day}T00:00:00Z`}::timestamptz)
  )::integer`
}

/** A draft is no invoice yet. */
const isListed = ne(status, 'draft')
const fields = { createdAt: [createdAt], total: [total] }

const selectRows = (db: Db) => (picked: Picked) =>
  db
    .select({ ...columns, organizationName: organizations.name, ...picked.counts })
    .from(invoices)
    .innerJoin(picked.from, eq(id, picked.id))
    .leftJoin(organizations, eq(organizations.id, invoices.organizationId))
    .orderBy(...picked.order)

/** What an export says beside the row of the list. */
const exported = {
  subtotal: invoices.subtotal,
  discount: invoices.discount,
  tax: invoices.tax,
  shipping: invoices.shipping,
  payment: invoices.payment,
  paidOutside: invoices.paidOutside,
  disputeFees: invoices.disputeFees,
  otherFees: sql<{ currency: string; amount: number }[]>`coalesce((select
      json_agg(json_build_object('currency', m.movement ->> 'feeCurrency', 'amount', (m.movement ->> 'fee')::bigint) order by m.id)
    from money_movements m where m.invoice_id = ${id} and m.kind = 'dispute' and m.movement ->> 'feeCurrency' is not null
  ), '[]')`,
  /** The order that it paid for, or that its subscription came from. */
  orderNumbers: sql<string>`coalesce((select string_agg('#' || ${orders.orderNo}, ', ' order by ${orders.orderNo}) from ${orders}
    where ${orders.invoiceId} = ${id} or ${orders.subscriptionId} = ${invoices.subscriptionId}), '')`,
  plans: sql<string>`coalesce((select string_agg(distinct coalesce(${stripeProducts.name}, ${lines.description}), ', ')
    from ${lines} left join ${stripeProducts} on ${stripeProducts.id} = ${lines.productId}
    where ${lines.invoiceId} = ${id}), '')`,
}

const selectExported = (db: Db) => (picked: Picked) =>
  db
    .select({ ...columns, ...exported, organizationName: organizations.name, ...picked.counts })
    .from(invoices)
    .innerJoin(picked.from, eq(id, picked.id))
    .leftJoin(organizations, eq(organizations.id, invoices.organizationId))
    .orderBy(...picked.order)

type Exported = Omit<Awaited<ReturnType<ReturnType<typeof selectExported>>>[number], keyof ListCounts>
export type ExportedInvoice = InvoiceRow & Pick<Exported, keyof typeof exported>

type Row = Omit<Awaited<ReturnType<ReturnType<typeof selectRows>>>[number], keyof ListCounts>

const isInState = (state: InvoiceState, now: Date): SQL | undefined =>
  and(
    eq(status, statusInState[state]),
    state === 'due' ? sql`${dueDate} > ${ago(now, 1)}` : undefined,
    state === 'overdue' ? isOverdue(now) : undefined,
  )

/** Up to this many organizations found by a search are listed by id, which an index serves. */
const MAX_NAMED = 500

/**
 * For an export, whose batches follow one order: numbers, the customer, or the organization, which is looked up first. The
 * list finds both by `owner`.
 */
async function matchesSearch(db: Db, q: string): Promise<SQL | undefined> {
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
      : inArray(invoices.organizationId, ids)
  return or(matches(invoices.search, q), matches(invoiceEmail, q), ofThese)
}

const narrowedBy = ({ age, currency: code, orgId, paidFrom, paidTo, takenBack }: Filter, now: Date) =>
  and(
    age ? isInAgeBand(age, now) : undefined,
    code ? eq(currency, code) : undefined,
    orgId === 'none' ? isNull(invoices.organizationId) : undefined,
    orgId && orgId !== 'none' ? eq(invoices.organizationId, orgId) : undefined,
    takenBack
      ? and(isTakenBack, takenBack === 'lost' ? gt(lost, 0) : sql`${refunded} + ${returnedOutside} > 0`)
      : undefined,
    paidFrom || paidTo ? eq(status, 'paid') : undefined,
    paidFrom ? gte(paidAt, new Date(paidFrom)) : undefined,
    paidTo ? lt(paidAt, new Date(paidTo)) : undefined,
  )

export async function listInvoices(db: Db, query: Query, now: Date) {
  const [counted] = await keptRowsOf<{ overdue: number }>(db, sql`select ${countOverdue(now)} as overdue`)
  const sort = query.sort ?? '-createdAt'
  return readPage(db, query, {
    present: (row) => presentInvoice(row, now),
    rows: { from: sql`${invoices}`, id, where: isListed, order: orderOf(fields, id, sort), select: selectRows(db) },
    tabs: {
      stored: 'invoices',
      statuses: invoiceStates,
      countBy: sql`case when ${isOverdue(now)} then 'overdue' when ${status} = 'open' then 'due' else ${status} end`,
      count: (counts) => countTabs(counts, counted!.overdue),
    },
    tab: query.status && isInState(query.status, now),
    filters: narrowedBy(query, now),
    search: [invoices.search, invoiceEmail],
    owner: { table: organizations, search: organizations.search, reference: invoices.organizationId },
    // What is due depends on the moment.
    preparedSort: query.status === 'due' || query.status === 'overdue' ? undefined : '-createdAt',
  })
}

/** The kept counts know only `open`; the counts of a search or filter separate what is overdue. */
function countTabs(counts: Counts, overdueOfAll: number): Counts {
  const { open = 0, due = 0, overdue = 0, paid = 0, void: failed = 0, uncollectible = 0 } = counts
  const openOverdue = Math.min(overdueOfAll, open)
  const tabs = { due: due + open - openOverdue, overdue: overdue + openOverdue, paid, failed, uncollectible }
  return { all: sumOf(tabs), ...tabs }
}

async function rowsToStream(db: Db, filter: Filter, now: Date) {
  const chosen = filter.status && isInState(filter.status, now)
  const searched = filter.q ? await matchesSearch(db, filter.q) : undefined
  return {
    from: sql`${invoices}`,
    id,
    where: and(isListed, chosen, narrowedBy(filter, now), searched),
    ...newestFirst(invoices),
    // Their ids are the provider's text.
    after: (last: Row) => sql`(${createdAt}, ${id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id})`,
  }
}

export async function* streamInvoices(db: Db, filter: Filter, now: Date): AsyncGenerator<InvoiceRow> {
  const rows = await rowsToStream(db, filter, now)
  yield* streamRows({ ...rows, present: (row: Row) => presentInvoice(row, now), select: selectRows(db) })
}

export async function* streamExportedInvoices(db: Db, filter: Filter, now: Date): AsyncGenerator<ExportedInvoice> {
  const rows = await rowsToStream(db, filter, now)
  yield* streamRows({
    ...rows,
    present: (row: Exported) => ({ ...row, ...presentInvoice(row, now) }),
    select: selectExported(db),
  })
}

function invoiceState({ status }: Row, due: Date, now: Date): InvoiceState {
  if (status === 'open') return isOverdueAt(due, now) ? 'overdue' : 'due'
  return invoiceStates.find((state) => statusInState[state] === status) ?? 'uncollectible'
}

function presentInvoice(row: Row, now: Date) {
  const due = row.dueAt ?? row.finalizedAt ?? row.createdAt
  return {
    ...row,
    number: row.number ?? '',
    receiptNumber: row.receiptNumber ?? '',
    net: row.amountPaid - row.refunded - row.returnedOutside - row.lost,
    orgId: row.organizationId ? { _id: row.organizationId, orgName: row.organizationName ?? '' } : null,
    status: invoiceState(row, due, now),
    createdAt: row.createdAt.toISOString(),
    dueAt: due.toISOString(),
    nextAttemptAt: row.status === 'open' ? (row.nextAttemptAt?.toISOString() ?? null) : null,
    paidAt: row.paidAt?.toISOString() ?? null,
  }
}
