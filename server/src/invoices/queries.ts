import {
  type Invoice,
  type InvoicesQuery,
  invoiceStatuses,
  NO_PDF,
  type Receipt,
  type Seller,
} from '@hikmah/contract/invoices'
import { and, asc, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications, preferredFirst, pricesOf } from '../applications/table.ts'
import type { Payments, Reads } from '../house.ts'
import { type Db, isAnyOf, kept, keptQuery } from '../kit/db/db.ts'
import { conflict, existing, notFound, Refusal } from '../kit/errors/refusal.ts'
import { readPage } from '../kit/list/read-page.ts'
import { isPaged, orderOf, selectPicked } from '../kit/list/rows.ts'
import { detailOf, type SearchSource } from '../kit/list/search.ts'
import { organizations } from '../organizations/table.ts'
import { readCreditNote, readInvoice as readProviderInvoice } from '../outside/stripe/billing.ts'
import { readMovements } from '../payments/mirror.ts'
import {
  invoiceEmail,
  invoiceNames,
  moneyMovements,
  stripeInvoiceLines,
  stripeInvoices,
  stripePrices,
} from '../payments/table.ts'

type Query = z.output<typeof InvoicesQuery>

const { search: _search, ...wholeRow } = getTableColumns(stripeInvoices)
type Row = Omit<typeof stripeInvoices.$inferSelect, 'search'>
type Line = typeof stripeInvoiceLines.$inferSelect & { planName: string }

/** A draft may still become anything, and is nobody's yet. */
const isIssued = ne(stripeInvoices.status, 'draft')

const selectRows = (db: Db) => selectPicked(db, stripeInvoices, wholeRow)

const fields = {
  created: [stripeInvoices.createdAt],
  number: [stripeInvoices.number],
  total: [stripeInvoices.total],
}

/** An organization has few, which are counted as they are. */
export async function listOrganizationInvoices(db: Db, organizationId: string, query: Query, seesPayer: boolean) {
  const isTheirs = and(eq(stripeInvoices.organizationId, organizationId), isIssued)
  if (!isPaged(query)) {
    const all = await kept(
      db
        .select(wholeRow)
        .from(stripeInvoices)
        .where(isTheirs)
        .orderBy(desc(stripeInvoices.createdAt), desc(stripeInvoices.id)),
    )
    return { data: await withLines(db, all, seesPayer) }
  }
  const { status, subscription, sort = '-created' } = query
  const page = await readPage(db, query, {
    present: (row) => row,
    rows: {
      from: sql`${stripeInvoices}`,
      id: stripeInvoices.id,
      where: isIssued,
      order: orderOf(fields, stripeInvoices.id, sort),
      select: selectRows(db),
    },
    ownedBy: { column: stripeInvoices.organizationId, id: organizationId },
    tabs: { statuses: invoiceStatuses, countBy: stripeInvoices.status },
    preparedSort: '-created',
    filters: subscription ? eq(stripeInvoices.subscriptionId, subscription) : undefined,
    tab: status && eq(stripeInvoices.status, status),
    search: seesPayer ? [stripeInvoices.search, invoiceEmail] : [stripeInvoices.search],
  })
  return { data: await withLines(db, page.data, seesPayer), meta: page.meta }
}

async function withLines(db: Db, rows: Row[], seesPayer: boolean): Promise<Invoice[]> {
  const lines = await readLines(
    db,
    rows.map(({ id }) => id),
  )
  const linesByInvoice = Map.groupBy(lines, ({ invoiceId }) => invoiceId)
  return rows.map((row) => presentInvoice(row, linesByInvoice.get(row.id) ?? [], seesPayer))
}

const ofThese = isAnyOf(stripeInvoiceLines.invoiceId, sql.placeholder('ids'))
const findLines = keptQuery((db) =>
  db
    .select({ ...getTableColumns(stripeInvoiceLines), nickname: stripePrices.nickname })
    .from(stripeInvoiceLines)
    .leftJoin(stripePrices, eq(stripePrices.id, stripeInvoiceLines.priceId))
    .where(ofThese)
    .orderBy(asc(stripeInvoiceLines.position)),
)
const findSold = keptQuery((db) =>
  db
    .select({ plans: applications.plans })
    .from(applications)
    .where(
      inArray(
        applications.stripeProductId,
        db.select({ id: stripeInvoiceLines.productId }).from(stripeInvoiceLines).where(ofThese),
      ),
    )
    .orderBy(...preferredFirst),
)

/** Named as our catalogue does, else as the provider: by ids, never by words. */
async function readLines(db: Db, ids: string[]): Promise<Line[]> {
  // One after the other: in a transaction they share a connection.
  const lines = await findLines(db, { ids })
  const sold = await findSold(db, { ids })
  const plans = sold.flatMap((application) => application.plans)
  return lines.map(({ nickname, ...line }) => {
    const plan = plans.find((one) => line.priceId && pricesOf(one).includes(line.priceId))
    return { ...line, planName: plan?.name ?? nickname ?? '' }
  })
}

/** The order that it paid for, or whose subscription goes on. */
const paidOrder = sql<{
  id: string
  orderNo: number
} | null>`(select json_build_object('id', o.id, 'orderNo', o.order_no)
  from orders o where (o.invoice_id = ${stripeInvoices.id} or o.subscription_id = ${stripeInvoices.subscriptionId})
    and o.organization_id = ${stripeInvoices.organizationId} order by o.created_at desc limit 1)`

/** An invoice whose customer is linked to no organization is shown to nobody. */
const findInvoices = keptQuery((db) =>
  db
    .select({ ...wholeRow, orgName: organizations.name, order: paidOrder })
    .from(stripeInvoices)
    .innerJoin(organizations, eq(organizations.id, stripeInvoices.organizationId))
    .where(and(eq(stripeInvoices.id, sql.placeholder('id')), isIssued)),
)
const findInvoice = async (db: Db, id: string) => existing(await findInvoices(db, { id }), 'invoice')

export async function readInvoice(
  db: Db,
  id: string,
  { seller, seesPayer }: { seller: Seller; seesPayer: boolean },
): Promise<Receipt> {
  const row = await findInvoice(db, id)
  const { order } = row
  const lines = await readLines(db, [id])
  const siblings = await readSiblings(db, order ? row : null)
  const movements = await readMovements(db, [id])
  return {
    ...presentInvoice(row, lines, seesPayer),
    orgName: row.orgName,
    seller,
    taxes: row.taxes,
    payment: seesPayer ? row.payment : null,
    paid_outside_note: row.paidOutsideNote,
    order: order ? { _id: order.id, orderNo: `#${order.orderNo}` } : null,
    ...siblings,
    movements: movements.map(({ movement }) => movement),
    asOf: row.fetchedAt.toISOString(),
  }
}

/** Fetched at each call: such links open the invoice for anyone who has them, so they are not stored. */
export async function readLinks({ db, stripe }: Pick<Reads, 'db'> & Payments, id: string) {
  await findInvoice(db, id)
  const invoice = await readProviderInvoice(stripe, 'page', id)
  if (!invoice) throw notFound('invoice')
  const { invoice_pdf: pdf, hosted_invoice_url: page } = invoice
  if (!pdf) throw conflict(NO_PDF)
  for (const link of [pdf, page]) if (link) await assertOwn(stripe, link)
  return { invoice_pdf: pdf, hosted_invoice_url: page ?? null }
}

async function assertOwn(stripe: Payments['stripe'], link: string) {
  if (!(await stripe.owns(link)))
    throw new Refusal(502, 'UPSTREAM', 'The payment provider returned a link to another site')
}

/** Of an invoice that is shown; as fresh as its links. */
export async function readCreditNoteLink({ db, stripe }: Pick<Reads, 'db'> & Payments, id: string) {
  const [saved] = await db
    .select({ invoiceId: moneyMovements.invoiceId })
    .from(moneyMovements)
    .where(and(eq(moneyMovements.id, id), eq(moneyMovements.kind, 'credit-note')))
  if (!saved?.invoiceId) throw notFound('credit note')
  await findInvoice(db, saved.invoiceId)
  const note = await readCreditNote(stripe, 'page', id)
  if (!note) throw notFound('credit note')
  if (!note.pdf) throw conflict(NO_PDF)
  await assertOwn(stripe, note.pdf)
  return { pdf: note.pdf }
}

const MAX_SIBLINGS = 12

async function readSiblings(db: Db, row: Row | null): Promise<Pick<Receipt, 'siblings' | 'siblings_total'>> {
  if (!row?.subscriptionId) return { siblings: [], siblings_total: 0 }
  const isSibling = and(eq(stripeInvoices.subscriptionId, row.subscriptionId), ne(stripeInvoices.id, row.id), isIssued)
  const rows = await kept(
    db
      .select({ ...wholeRow, all: sql<number>`(count(*) over ())::integer` })
      .from(stripeInvoices)
      .where(isSibling)
      .orderBy(desc(stripeInvoices.createdAt))
      .limit(MAX_SIBLINGS),
  )
  const siblings = rows.map((row) => ({
    id: row.id,
    number: row.number,
    receipt_number: row.receiptNumber,
    status: row.status,
    created: seconds(row.createdAt),
    total: row.total,
    refunded: row.refunded,
    currency: row.currency,
  }))
  return { siblings, siblings_total: rows[0]?.all ?? 0 }
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
const secondsOrNull = (at: Date | null) => at && seconds(at)

const presentInvoice = (row: Row, lines: Line[], seesPayer: boolean): Invoice => ({
  id: row.id,
  // The caller found it by its organization.
  orgId: row.organizationId!,
  number: row.number,
  receipt_number: row.receiptNumber,
  hosted_invoice_url: `/api/hikmah/invoices/${row.id}/page`,
  invoice_pdf: `/api/hikmah/invoices/${row.id}/pdf`,
  created: seconds(row.createdAt),
  status: row.status,
  currency: row.currency,
  subtotal: row.subtotal,
  discount: row.discount,
  tax: row.tax,
  shipping: row.shipping,
  total: row.total,
  amount_due: row.amountDue,
  amount_paid: row.amountPaid,
  amount_remaining: row.amountRemaining,
  refunded: row.refunded,
  refund_pending: row.refundPending,
  paid_outside: row.paidOutside,
  credited: row.credited,
  returned_outside: row.returnedOutside,
  disputed: row.disputed,
  lost: row.lost,
  due_date: secondsOrNull(row.dueAt),
  paid_at: secondsOrNull(row.paidAt),
  attempt_count: row.attemptCount,
  next_payment_attempt: row.status === 'open' ? secondsOrNull(row.nextAttemptAt) : null,
  collection_method: row.collectionMethod,
  decline: row.decline,
  customer_name: row.customerName || null,
  customer_email: (seesPayer && row.customerEmail) || null,
  customer_address: row.customerAddress,
  discounts: row.discounts.map(({ code, percentOff, amountOff, amount }) => ({ code, percentOff, amountOff, amount })),
  subscription: row.subscriptionId,
  lines: { data: lines.map(presentLine) },
})

const presentLine = (line: Line): Invoice['lines']['data'][number] => ({
  id: line.id,
  description: line.description,
  amount: line.amount,
  quantity: line.quantity,
  unit_amount_decimal: line.unitAmount,
  discount: line.discount,
  proration: line.isProration,
  period: { start: seconds(line.periodStart), end: seconds(line.periodEnd) },
  plan_name: line.planName,
  plan: line.recurringInterval ? { interval: line.recurringInterval, interval_count: line.intervalCount ?? 1 } : null,
})

export const invoiceSource: SearchSource = {
  type: 'invoice',
  permission: 'billing.read',
  table: stripeInvoices,
  where: sql`${stripeInvoices.organizationId} is not null and ${stripeInvoices.status} <> 'draft'`,
  title: sql`coalesce(${stripeInvoices.number}, ${stripeInvoices.id})`,
  detail: detailOf(stripeInvoices.customerName, stripeInvoices.receiptNumber),
  organizationId: stripeInvoices.organizationId,
  search: stripeInvoices.search,
  names: invoiceNames,
  secret: { permission: 'billing.manage', search: invoiceEmail },
}
