import { sum } from '@hikmah/contract/money'
import { accountOf, type MoneyAccount, type MoneyMovement } from '@hikmah/contract/money-account'
import {
  nextStatuses,
  whyItemsCannotBeChanged,
  whyOrderCannotBeCanceled,
  whyOrderIsLocked,
} from '@hikmah/contract/orders/rules'
import type { MoneyEntry, Order } from '@hikmah/contract/orders/schemas'
import { maySeePayer, type StaffRole } from '@hikmah/contract/permissions'
import { asc, desc, eq, getTableColumns, or, sql } from 'drizzle-orm'
import { type Db, keptQuery } from '../kit/db/db.ts'
import { readPlannedPlans } from '../organization-plans/queries.ts'
import type { PaidCharge } from '../outside/stripe/billing.ts'
import { readMovements } from '../payments/mirror.ts'
import { isKeptInCancel, stripeInvoices, stripeSubscriptions } from '../payments/table.ts'
import {
  chargeReceiptLinks,
  countedInvoices,
  isOwnInvoice,
  type ListRow,
  presentRow,
  readListRow,
  receiptLinks,
} from './queries.ts'
import { orderRefunds } from './table.ts'

type Refund = typeof orderRefunds.$inferSelect

/** The sums of the counted invoices; of an order without one, what the checkout said. */
function buildLedger(order: ListRow, invoices: InvoiceRow[], moved: Moved[]): Order['ledger'] {
  const counted = invoices.filter(({ counts }) => counts)
  const add = (field: 'subtotal' | 'discount' | 'tax' | 'shipping' | 'total') =>
    counted.length > 0 ? sum(counted, (invoice) => invoice[field]) : order[field]
  const accounts = [
    ...counted.map((invoice) => ({ ...accountOfInvoice(invoice, moved), paid: invoice.amountPaid })),
    ...(counted.length === 0 ? [accountOfCheckout(order, moved)] : []),
  ]
  const of = (field: keyof MoneyAccount) => sum(accounts, (account) => account[field])
  return {
    subtotal: add('subtotal'),
    discounts: listDiscounts(counted, order),
    discount: add('discount'),
    tax: add('tax'),
    shipping: add('shipping'),
    total: add('total'),
    credited: creditedAmount(counted),
    fromCredit: amountFromCredit(counted),
    paid: of('paid'),
    paidOutside: of('paidOutside'),
    refunded: of('refunded'),
    refundPending: of('refundPending'),
    toBalance: of('credited'),
    returnedOutside: of('returnedOutside'),
    disputed: of('disputed'),
    lost: of('lost'),
    netPaid: of('paid') - of('refunded') - of('returnedOutside') - of('lost'),
  }
}

/** A refund of ours, or what the provider has of a payment. `payment` is the invoice, null of a checkout without one. */
export interface Moved {
  payment: string | null
  movement: MoneyMovement
  by: string
  text: string
}

/** Each refund once: ours say who made it and why, and are there before the provider is read again. */
export async function readMoved(
  db: Db,
  order: Pick<ListRow, 'paymentIntentId'>,
  invoices: string[],
  ours: Refund[],
): Promise<Moved[]> {
  const kept = await readMovements(db, invoices, order.paymentIntentId ? [order.paymentIntentId] : [])
  const moved = kept.map(({ invoiceId: payment, movement }) => {
    const refund = ours.find(({ id }) => id === movement.id)
    // The provider's moments are whole seconds, ours are when we heard of it.
    const heard = refund?.createdAt.toISOString() ?? ''
    const at = heard > movement.at ? heard : movement.at
    return { payment, movement: { ...movement, at }, by: refund?.byName ?? '', text: refund?.reason ?? '' }
  })
  const justMade = ours.filter(({ id }) => !kept.some(({ movement }) => movement.id === id))
  return [
    ...moved,
    ...justMade.map(
      ({ id, invoiceId: payment, amount, status, isCredit, byName: by, reason: text, createdAt }): Moved => {
        const base = { id, chargeId: null, amount, at: createdAt.toISOString(), reason: '' }
        const noted = { kind: 'credit-note', ...base, number: '', isVoid: false, waived: 0 } as const
        // Of a credit and of what is given back outside the provider there is a credit note alone.
        const movement = id.startsWith('cn_')
          ? { ...noted, toBalance: isCredit ? amount : 0, outside: isCredit ? 0 : amount }
          : { kind: 'refund' as const, ...base, status }
        return { payment, by, text, movement }
      },
    ),
  ]
}

export const movementsOf = (payment: string | null, moved: Moved[]) =>
  moved.filter((each) => each.payment === payment).map(({ movement }) => movement)

const accountOfInvoice = ({ id, charges, paidOutside }: InvoiceRow, moved: Moved[]) =>
  accountOf({ charges, outside: paidOutside }, movementsOf(id, moved))

export function accountOfCheckout({ checkoutPayment, charge, total }: ListRow, moved: Moved[]) {
  const charges = checkoutPayment === 'paid' ? [{ id: charge?.chargeId ?? '', amount: total }] : []
  return accountOf({ charges, outside: 0 }, movementsOf(null, moved))
}

/** It was paid in money or credit, or is a credit itself. */
export const isSettled = ({ status, amountPaid }: InvoiceRow) => status === 'paid' || amountPaid > 0

const beyondTotal = (invoices: InvoiceRow[]) => sum(invoices, ({ amountPaid, total }) => amountPaid - total)

/** The amount paid beyond the order's total since it was made smaller. */
export const creditedAmount = (counted: InvoiceRow[]) => Math.max(0, beyondTotal(counted.filter(isSettled)))

export const amountFromCredit = (counted: InvoiceRow[]) =>
  Math.max(0, -beyondTotal(counted.filter(({ status }) => status === 'paid')))

/** One row for each code, with its discounts on all invoices added up. */
function listDiscounts(counted: InvoiceRow[], { discount, promoCode }: ListRow): Order['ledger']['discounts'] {
  const byCode = new Map<string, Order['ledger']['discounts'][number]>()
  for (const { code, percentOff, amountOff, amount } of counted.flatMap((invoice) => invoice.discounts)) {
    const before = byCode.get(code)?.amount ?? 0
    byCode.set(code, { code, percentOff, amountOff, amount: before + amount })
  }
  if (counted.length === 0 && discount > 0)
    return [{ code: promoCode, percentOff: null, amountOff: discount, amount: discount }]
  return [...byCode.values()]
}

interface Entry extends Omit<MoneyEntry, 'at' | 'net'> {
  at: Date
  /** What it changes of what is kept; null where the ledger does not count it. */
  effect: number | null
}
const nothing = { amount: null, effect: null, by: '', text: '', receipt_number: '', receipt_url: '', status: null }

/** Everything that happened to the money of an order, newest first. */
function listMoney(order: ListRow, invoices: InvoiceRow[], moved: Moved[], role: StaffRole): MoneyEntry[] {
  const entries: Entry[] = [
    { ...nothing, at: order.createdAt, kind: 'placed', by: order.madeBy },
    ...checkoutEntries(order, role, !invoices.some(({ counts }) => counts)),
    ...invoices
      .filter(
        ({ id, isOwn, counts, canceledOrderId }) =>
          isOwn || counts || canceledOrderId || moved.some(({ payment }) => payment === id),
      )
      .flatMap((invoice) => invoiceEntries(invoice, order, role)),
    ...moved.flatMap((each) => movedEntry(each, invoices, order, role)),
  ]
  if (order.closedAt) {
    entries.push({ ...nothing, at: order.closedAt, kind: 'cancelled', by: order.closedBy, text: order.cancelReason })
  }
  let kept = 0
  // The sort is stable: of two entries at the same moment, the one listed later stays the newer.
  return entries
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, effect, ...entry }) => {
      kept += effect ?? 0
      return { ...entry, at: at.toISOString(), net: effect === null ? null : kept }
    })
    .reverse()
}

/** A purchase without an invoice, and its payment if that came or failed later. */
function checkoutEntries(order: ListRow, role: StaffRole, counts: boolean): Entry[] {
  const { checkoutPayment, checkoutSettledAt, createdAt, total, charge } = order
  if (!checkoutPayment) return []
  const paid = checkoutPayment === 'paid' && { ...chargeReceiptLinks(order, role), ...describeCard(charge, role) }
  const effect = paid && counts ? total : null
  const entry = { ...nothing, ...paid, at: createdAt, kind: checkoutPayment, amount: total, effect }
  if (!checkoutSettledAt) return [entry]
  const due: Entry = { ...nothing, at: createdAt, kind: 'due', amount: total }
  return [due, { ...entry, at: checkoutSettledAt }]
}

/** Follows the invoice in the name of a payment outside the provider. */
export const OUTSIDE = ':outside'

const TRIAL_ENDED = 'Trial ended'

export const describeCard = (payment: PaidCharge | null, role: StaffRole) =>
  payment && maySeePayer(role) && { card: `${payment.brand || payment.type} ${payment.last4}`.trim().toUpperCase() }

function invoiceEntries(invoice: InvoiceRow, order: ListRow, role: StaffRole): Entry[] {
  const isChange = invoice.id !== order.invoiceId
  const receipt = receiptLinks(invoice, order.organizationId, role)
  const promos = invoice.discounts.map(
    ({ code, amount }): Entry => ({ ...nothing, at: invoice.createdAt, kind: 'promo', amount: -amount, text: code }),
  )
  const isOfTrial = invoice.isOwn && invoice.billingReason === 'subscription_cycle'
  const text = isOfTrial ? TRIAL_ENDED : invoice.isOwn ? 'Order changed' : 'Renewal'
  const base = { ...nothing, ...receipt, text: isChange ? text : '' }
  const effect = invoice.counts && invoice.amountPaid !== 0 ? invoice.amountPaid : null
  if (invoice.total < 0) return [{ ...base, at: invoice.createdAt, kind: 'changed', amount: invoice.total, effect }]
  if (invoice.status === 'paid') {
    const paid = { ...base, ...describeCard(invoice.payment, role), amount: invoice.amountPaid, effect }
    const at = invoice.paidAt ?? invoice.createdAt
    const paymentId = invoice.charges.length > 0 ? invoice.id : `${invoice.id}${OUTSIDE}`
    if (!invoice.canceledOrderId) return [...promos, { ...paid, at, kind: 'paid' }]
    return [...promos, { ...paid, at, kind: 'paid-in-cancel', ...(invoice.isKept && { paymentId }) }]
  }
  const isFailed = invoice.status !== 'open' || invoice.attemptCount > 0
  const at = invoice.finalizedAt ?? invoice.createdAt
  return [...promos, { ...base, at, kind: isFailed ? 'failed' : 'due', amount: invoice.amountDue, effect }]
}

function movedEntry(
  { payment, movement, by, text }: Moved,
  invoices: InvoiceRow[],
  order: ListRow,
  role: StaffRole,
): Entry | [] {
  const invoice = invoices.find(({ id }) => id === payment)
  const { organizationId } = order
  const receipt = invoice ? receiptLinks(invoice, organizationId, role) : chargeReceiptLinks(order, role)
  const base = { ...nothing, ...receipt, at: new Date(movement.at), amount: -movement.amount, by, text }
  const counts = payment ? invoice?.counts : !invoices.some((one) => one.counts)
  const effectOf = (left: number) => (counts ? -left : null)
  switch (movement.kind) {
    case 'refund': {
      const effect = effectOf(movement.status === 'succeeded' ? movement.amount : 0)
      return {
        ...base,
        kind: 'refund',
        status: movement.status,
        paymentId: payment ?? order.paymentIntentId ?? '',
        effect,
      }
    }
    case 'credit-note': {
      // What it documents of refunds is theirs.
      const amount = movement.waived + movement.toBalance + movement.outside
      if (movement.isVoid || amount === 0) return []
      return { ...base, kind: 'credit', amount: -amount, movement, effect: effectOf(movement.outside) }
    }
    case 'dispute':
      return { ...base, kind: 'dispute', movement, effect: effectOf(movement.outcome === 'lost' ? movement.amount : 0) }
  }
}

const { search: _search, ...invoiceColumns } = getTableColumns(stripeInvoices)

const v = stripeInvoices
// In subqueries, so that one plan serves every order.
const invoice = sql`(select ${sql.placeholder('invoiceId')}::text)`
const subscription = sql`(select ${sql.placeholder('subscriptionId')}::text)`
const refunded = sql`select r.invoice_id from order_refunds r where r.order_id = ${sql.placeholder('id')}`
const o = sql`(select ${invoice} as invoice_id, ${subscription} as subscription_id) o`
const isOwn = sql<boolean>`exists (select from ${o},
  (select ${v.id} as id, ${v.subscriptionId} as subscription_id, ${v.billingReason} as billing_reason, ${v.status} as status) v
  where ${isOwnInvoice})`
/** Whoever disputes a renewal disputes what was ordered. Of `exists` PostgreSQL would read the disputes of all. */
const isDisputed = sql`coalesce((select true from money_movements m where m.invoice_id = ${v.id} and m.kind = 'dispute' limit 1), false)`
const findInvoices = keptQuery((db) =>
  db
    .select({
      ...invoiceColumns,
      isOwn,
      counts: sql<boolean>`${v.id} in (select v.id from ${o}, lateral ${countedInvoices} v)`,
      isKept: sql<boolean>`${isKeptInCancel}`,
      isMoved: sql<boolean>`${v.id} = any(array(${refunded})) or ${isDisputed}`,
    })
    .from(v)
    .where(or(sql`${v.id} = any(array(select ${invoice} union all ${refunded}))`, eq(v.subscriptionId, subscription)))
    // Within a second, the invoice that the order began with comes first.
    .orderBy(asc(v.createdAt), desc(sql`${v.id} = ${invoice}`), asc(v.id)),
)

type Billed = Pick<ListRow, 'id' | 'invoiceId' | 'subscriptionId'>

const isShown = ({ isOwn, counts, status, canceledOrderId }: InvoiceRow) =>
  isOwn || counts || status === 'open' || canceledOrderId !== null

/** The order's own invoices, the counted ones, the open ones and those paid while it was canceled, oldest first. */
export const readInvoices = async (db: Db, { id, invoiceId, subscriptionId }: Billed) =>
  (await findInvoices(db, { id, invoiceId, subscriptionId })).filter(isShown)
export type InvoiceRow = Awaited<ReturnType<typeof findInvoices>>[number]

const findRefunds = keptQuery((db) =>
  db
    .select()
    .from(orderRefunds)
    .where(eq(orderRefunds.orderId, sql.placeholder('id')))
    .orderBy(orderRefunds.createdAt),
)

const findSubscription = keptQuery((db) =>
  db
    .select({
      discounts: stripeSubscriptions.discounts,
      status: stripeSubscriptions.status,
      nextAt: stripeSubscriptions.currentPeriodEnd,
      plannedChange: stripeSubscriptions.plannedChange,
    })
    .from(stripeSubscriptions)
    .where(eq(stripeSubscriptions.id, sql.placeholder('subscriptionId'))),
)

export async function readOrder(db: Db, id: string, role: StaffRole): Promise<Order> {
  const row = await readListRow(db, id)
  const { invoiceId, subscriptionId } = row
  // One after the other: in a transaction they share a connection.
  const refunds = await findRefunds(db, { id })
  const found = await findInvoices(db, { id, invoiceId, subscriptionId })
  const [subscription] = subscriptionId ? await findSubscription(db, { subscriptionId }) : []
  // Also those that money moved of.
  const invoices = found.filter((invoice) => isShown(invoice) || invoice.isMoved)
  const ids = invoices.map((invoice) => invoice.id)
  const moved = await readMoved(db, row, ids, refunds)
  const locked = whyOrderIsLocked(row.status)
  const [promo] = subscription?.discounts ?? []
  const hasCounted = invoices.some(({ discounts }) => discounts.some(({ id }) => id === promo?.id))
  return {
    ...presentRow(row, role),
    source: row.source,
    planned: subscription?.plannedChange ? await readPlannedPlans(db, subscription.plannedChange) : [],
    ledger: buildLedger(row, invoices, moved),
    promo: promo
      ? {
          code: promo.code,
          percentOff: promo.percentOff,
          amountOff: promo.amountOff,
          pendingUntil: hasCounted ? null : (subscription?.nextAt?.toISOString() ?? null),
        }
      : null,
    money: listMoney(row, invoices, moved, role),
    cancelReason: row.cancelReason,
    nextStatuses: [...nextStatuses[row.status]],
    lockedBecause: locked,
    itemsLockedBecause: locked ?? whyItemsCannotBeChanged(subscription?.status),
    cancelLockedBecause: whyOrderCannotBeCanceled(row),
    checkedAt: invoices.at(-1)?.fetchedAt.toISOString() ?? null,
  }
}
