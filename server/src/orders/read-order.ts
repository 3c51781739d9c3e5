import type { MoneyEntry, Order } from '@hikmah/contract/orders/schemas'
import { itemsLockedBecause, lockedBecause, nextStatuses } from '@hikmah/contract/orders/words'
import { maySeePayer, type StaffRole } from '@hikmah/contract/permissions'
import { asc, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import type { PaidCharge } from '../outside/stripe/charges.ts'
import { stripeInvoices, stripeSubscriptions } from '../payments/table.ts'
import {
  countedInvoices,
  isOwnInvoice,
  type ListRow,
  presentRow,
  readListRow,
  receiptOf,
  receiptOfCharge,
} from './queries.ts'
import { orderRefunds } from './table.ts'

type Refund = typeof orderRefunds.$inferSelect

const sum = <T>(rows: T[], amountOf: (row: T) => number) => rows.reduce((total, row) => total + amountOf(row), 0)

/** What the invoices that count come to; of an order without one, what the checkout said. */
function ledgerOf(order: ListRow, invoices: InvoiceRow[], refunds: Refund[]): Order['ledger'] {
  const own = invoices.filter(({ counts }) => counts)
  const of = (field: 'subtotal' | 'discount' | 'tax' | 'shipping' | 'total') =>
    own.length > 0 ? sum(own, (invoice) => invoice[field]) : order[field]
  const paid =
    own.length > 0 ? sum(own, (invoice) => invoice.amountPaid) : order.checkoutPayment === 'paid' ? order.total : 0
  const ofOwn = refunds.filter(({ invoiceId }) => !invoiceId || own.some(({ id }) => id === invoiceId))
  const pending = sum(ofOwn.filter(isUnderWay), (refund) => refund.amount)
  const refunded =
    sum(ofOwn.filter(hasSucceeded), (refund) => refund.amount) +
    sum(own, (invoice) => elsewhereOf(invoice, refunds)) +
    elsewhereOf(chargedOnce(order), refunds)
  return {
    subtotal: of('subtotal'),
    discounts: discountsOf(own, order),
    discount: of('discount'),
    tax: of('tax'),
    shipping: of('shipping'),
    total: of('total'),
    credited: creditedOf(own),
    fromCredit: fromCreditOf(own),
    paid,
    refunded,
    refundPending: pending,
    netPaid: paid - refunded,
  }
}

/** Whether anything came of it: it was paid in money or credit, or is a credit itself. */
export const isSettled = ({ status, amountPaid }: InvoiceRow) => status === 'paid' || amountPaid > 0

const beyondTotal = (invoices: InvoiceRow[]) => sum(invoices, ({ amountPaid, total }) => amountPaid - total)

/** What was paid beyond what an order costs since it was made smaller. */
export const creditedOf = (counted: InvoiceRow[]) => Math.max(0, beyondTotal(counted.filter(isSettled)))

/** What the customer's credit paid of it. */
export const fromCreditOf = (counted: InvoiceRow[]) =>
  Math.max(0, -beyondTotal(counted.filter(({ status }) => status === 'paid')))

const hasSucceeded = ({ status }: Refund) => status === 'succeeded'
const isUnderWay = ({ status }: Refund) => status === 'pending' || status === 'requires_action'

/** What went back on an invoice without us, as by the provider's own pages. A refund of ours that failed is none of it. */
const elsewhereOf = ({ id, refunded }: { id: string | null; refunded: number }, refunds: Refund[]) =>
  Math.max(
    0,
    refunded -
      sum(
        refunds.filter((refund) => refund.invoiceId === id && (hasSucceeded(refund) || isUnderWay(refund))),
        (refund) => refund.amount,
      ),
  )

/** What was paid without an invoice, whose refunds name none. */
const chargedOnce = ({ chargeRefunded }: ListRow) => ({ id: null, refunded: chargeRefunded })

/** One row for each code: the parts it took off several invoices are added up. */
function discountsOf(own: InvoiceRow[], { discount, promoCode }: ListRow): Order['ledger']['discounts'] {
  const byCode = new Map<string, Order['ledger']['discounts'][number]>()
  for (const { code, percentOff, amountOff, amount } of own.flatMap((invoice) => invoice.discounts)) {
    const before = byCode.get(code)?.amount ?? 0
    byCode.set(code, { code, percentOff, amountOff, amount: before + amount })
  }
  if (own.length === 0 && discount > 0)
    return [{ code: promoCode, percentOff: null, amountOff: discount, amount: discount }]
  return [...byCode.values()]
}

interface Entry extends Omit<MoneyEntry, 'at'> {
  /** Where it stands among the others. */
  at: Date
  isUndated?: true
}
const nothing = { amount: null, by: '', text: '', receipt_number: '', receipt_url: '', status: null }

/** Everything that happened to the money of an order, newest first. */
function moneyOf(order: ListRow, invoices: InvoiceRow[], refunds: Refund[], role: StaffRole): MoneyEntry[] {
  const entries: Entry[] = [
    { ...nothing, at: order.createdAt, kind: 'placed', by: order.madeBy },
    ...paidOnce(order, role),
    ...ofRefundElsewhere(
      { ...chargedOnce(order), at: order.checkoutSettledAt ?? order.createdAt, receipt: receiptOfCharge(order, role) },
      refunds,
    ),
    ...invoices.filter((invoice) => invoice.isOwn).flatMap((invoice) => ofInvoice(invoice, order, role)),
    ...refunds.map((refund) => ofRefund(refund, invoices, order, role)),
    ...invoices.flatMap(({ id, refunded, paidAt, createdAt, ...invoice }) =>
      ofRefundElsewhere(
        {
          ...{ id, refunded, at: paidAt ?? createdAt },
          receipt: receiptOf({ id, ...invoice }, order.organizationId, role),
        },
        refunds,
      ),
    ),
  ]
  if (order.closedAt) {
    entries.push({ ...nothing, at: order.closedAt, kind: 'cancelled', by: order.closedBy, text: order.cancelReason })
  }
  // Sorted by the moment alone, what is listed later stays the newer of two at the same moment.
  return entries
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .reverse()
    .map(({ at, isUndated, ...entry }) => ({ ...entry, at: isUndated ? null : at.toISOString() }))
}

/** What was bought at the checkout without an invoice, and when its payment came or failed where that took time. */
function paidOnce(order: ListRow, role: StaffRole): Entry[] {
  const { checkoutPayment, checkoutSettledAt, createdAt, total, charge } = order
  if (!checkoutPayment) return []
  const paid = checkoutPayment === 'paid' && { ...receiptOfCharge(order, role), ...cardOf(charge, role) }
  const entry = { ...nothing, ...paid, at: createdAt, kind: checkoutPayment, amount: total }
  return checkoutSettledAt
    ? [
        { ...nothing, at: createdAt, kind: 'due', amount: total },
        { ...entry, at: checkoutSettledAt },
      ]
    : [entry]
}

const cardOf = (payment: PaidCharge | null, role: StaffRole) =>
  payment && maySeePayer(role) && { card: `${payment.brand || payment.type} ${payment.last4}`.trim().toUpperCase() }

function ofInvoice(invoice: InvoiceRow, order: ListRow, role: StaffRole): Entry[] {
  const isChange = invoice.id !== order.invoiceId
  const receipt = receiptOf(invoice, order.organizationId, role)
  const promos = invoice.discounts.map(
    ({ code, amount }): Entry => ({ ...nothing, at: invoice.createdAt, kind: 'promo', amount: -amount, text: code }),
  )
  const words = isChange ? 'Order changed' : ''
  const base = { ...nothing, ...receipt, text: words }
  if (invoice.total < 0) return [{ ...base, at: invoice.createdAt, kind: 'changed', amount: invoice.total }]
  if (invoice.status === 'paid') {
    return [
      ...promos,
      {
        ...base,
        ...cardOf(invoice.payment, role),
        at: invoice.paidAt ?? invoice.createdAt,
        kind: 'paid',
        amount: invoice.amountPaid,
      },
    ]
  }
  const isFailed = invoice.status !== 'open' || invoice.attemptCount > 0
  const at = invoice.finalizedAt ?? invoice.createdAt
  return [...promos, { ...base, at, kind: isFailed ? 'failed' : 'due', amount: invoice.amountDue }]
}

const ofRefund = (refund: Refund, invoices: InvoiceRow[], { organizationId }: ListRow, role: StaffRole): Entry => ({
  ...nothing,
  ...receiptOf(invoices.find(({ id }) => id === refund.invoiceId) ?? null, organizationId, role),
  at: refund.createdAt,
  kind: 'refund',
  amount: -refund.amount,
  by: refund.byName,
  text: refund.reason,
  status: refund.status,
})

/** When is not known here: it stands next to the payment that it takes back. */
function ofRefundElsewhere(
  { receipt, at, ...paid }: { id: string | null; refunded: number; at: Date; receipt: ReturnType<typeof receiptOf> },
  refunds: Refund[],
): Entry[] {
  const amount = elsewhereOf(paid, refunds)
  if (amount === 0) return []
  return [
    {
      ...nothing,
      ...receipt,
      at,
      isUndated: true,
      kind: 'refund',
      amount: -amount,
      status: 'succeeded',
    },
  ]
}

const { search: _search, ...invoiceColumns } = getTableColumns(stripeInvoices)

/**
 * The order's own invoices, those its money is reckoned from, those that are open, and those that money went back on,
 * oldest first. `refunded` names the last.
 */
export async function readInvoices(
  db: Db,
  { invoiceId, subscriptionId }: Pick<ListRow, 'invoiceId' | 'subscriptionId'>,
  refunded: string[] = [],
) {
  const v = stripeInvoices
  const o = sql`(select ${invoiceId}::text as invoice_id, ${subscriptionId}::text as subscription_id) o`
  const isOwn = sql<boolean>`exists (select from ${o},
    (select ${v.id} as id, ${v.subscriptionId} as subscription_id, ${v.billingReason} as billing_reason, ${v.status} as status) v
    where ${isOwnInvoice})`
  const counts = sql<boolean>`${v.id} in (select v.id from ${o}, lateral ${countedInvoices} v)`
  const ids = [...refunded, ...(invoiceId ? [invoiceId] : [])]
  if (ids.length === 0 && !subscriptionId) return []
  const rows = await db
    .select({ ...invoiceColumns, isOwn, counts })
    .from(v)
    .where(
      or(
        ids.length > 0 ? inArray(v.id, ids) : undefined,
        subscriptionId ? eq(v.subscriptionId, subscriptionId) : undefined,
      ),
    )
    // Of the same second the one that the order began with comes first.
    .orderBy(asc(v.createdAt), desc(sql`${v.id} = ${invoiceId}`), asc(v.id))
  return rows.filter(({ id, isOwn, counts, status }) => isOwn || counts || status === 'open' || refunded.includes(id))
}
export type InvoiceRow = Awaited<ReturnType<typeof readInvoices>>[number]

export async function readOrder(db: Db, id: string, role: StaffRole): Promise<Order> {
  const row = await readListRow(db, id)
  const refunds = await db
    .select()
    .from(orderRefunds)
    .where(eq(orderRefunds.orderId, id))
    .orderBy(orderRefunds.createdAt)
  const invoices = await readInvoices(
    db,
    row,
    refunds.flatMap(({ invoiceId }) => invoiceId ?? []),
  )
  const [subscription] = row.subscriptionId
    ? await db
        .select({ discounts: stripeSubscriptions.discounts, status: stripeSubscriptions.status })
        .from(stripeSubscriptions)
        .where(eq(stripeSubscriptions.id, row.subscriptionId))
    : []
  const locked = lockedBecause(row.status) ?? null
  const [promo] = subscription?.discounts ?? []
  return {
    ...presentRow(row, role),
    source: row.source,
    ledger: ledgerOf(row, invoices, refunds),
    promo: promo ? { code: promo.code, percentOff: promo.percentOff, amountOff: promo.amountOff } : null,
    money: moneyOf(row, invoices, refunds, role),
    cancelReason: row.cancelReason,
    nextStatuses: [...nextStatuses[row.status]],
    lockedBecause: locked,
    itemsLockedBecause: locked ?? itemsLockedBecause(subscription?.status) ?? null,
    checkedAt: invoices.at(-1)?.fetchedAt.toISOString() ?? null,
  }
}
