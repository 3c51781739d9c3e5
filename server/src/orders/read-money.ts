import { accountOf, type MoneyAccount, type MoneyMovement } from '@hikmah/contract/money-account'
import type { StaffRole } from '@hikmah/contract/permissions'
import type { AccountOverview, RefundablePayment } from '@hikmah/contract/refunds'
import { and, desc, eq, gt, inArray, or } from 'drizzle-orm'
import type { House } from '../house.ts'
import type { Db } from '../kit/db/db.ts'
import { existing } from '../kit/errors/refusal.ts'
import { refresh } from '../payments/refresh.ts'
import { stripeInvoices } from '../payments/table.ts'
import { followCharges } from './follow-orders.ts'
import { operationTarget } from './hold-order.ts'
import { aboutOrder, readListRow } from './queries.ts'
import { accountOfCheckout, describeCard, type Moved, movementsOf, OUTSIDE, readMoved } from './read-order.ts'
import { orderRefunds, orders } from './table.ts'

type InvoiceRow = typeof stripeInvoices.$inferSelect
type Order = Awaited<ReturnType<typeof readListRow>>

/** An order, or an invoice alone: whose payments can be refunded. */
export interface Billed {
  order: Order | undefined
  /** Those that something was paid for, newest first. */
  invoices: InvoiceRow[]
  currency: string
  about: { entity: 'order' | 'invoice'; entityId: string; entityName: string; organizationId: string }
  /** What an operation locks: the same for an order and for each of its invoices. */
  target: string
}

/** Ten years of monthly renewals. */
const MAX_PAYMENTS = 120

export async function findOrderPayments(db: Db, id: string): Promise<Billed> {
  const order = await readListRow(db, id)
  const { invoiceId, subscriptionId, currency } = order
  const isOfOrder = or(
    invoiceId ? eq(stripeInvoices.id, invoiceId) : undefined,
    subscriptionId ? eq(stripeInvoices.subscriptionId, subscriptionId) : undefined,
  )
  const invoices = isOfOrder
    ? await db
        .select()
        .from(stripeInvoices)
        .where(and(isOfOrder, gt(stripeInvoices.amountPaid, 0)))
        .orderBy(desc(stripeInvoices.createdAt), desc(stripeInvoices.id))
        .limit(MAX_PAYMENTS)
    : []
  return { order, invoices, currency, about: aboutOrder(order), target: operationTarget(order) }
}

export async function findInvoicePayments(db: Db, id: string): Promise<Billed> {
  const invoice = existing(await db.select().from(stripeInvoices).where(eq(stripeInvoices.id, id)), 'invoice')
  const { organizationId, subscriptionId, number, currency } = invoice
  // An invoice whose customer is linked to no organization is shown to nobody.
  if (!organizationId) return existing<Billed>([], 'invoice')
  const isOrder = or(eq(orders.invoiceId, id), subscriptionId ? eq(orders.subscriptionId, subscriptionId) : undefined)
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOrder, eq(orders.organizationId, organizationId)))
    .orderBy(desc(orders.createdAt))
    .limit(1)
  const order = row && (await readListRow(db, row.id))
  return {
    order,
    invoices: invoice.amountPaid > 0 ? [invoice] : [],
    currency,
    about: order ? aboutOrder(order) : { entity: 'invoice', entityId: id, entityName: number ?? id, organizationId },
    target: order ? operationTarget(order) : (subscriptionId ?? id),
  }
}

export type FindPayments = () => Promise<Billed>

/** How many payments are read again at the provider before they are shown; all are before their money moves. */
const MOST_READ_AGAIN = 5

/** What the provider does not say now stays as it was known last. */
export async function readMoney(house: House, role: StaffRole, find: FindPayments): Promise<AccountOverview> {
  const { invoices, order } = await find()
  const [newest, first] = [invoices.slice(0, MOST_READ_AGAIN), invoices.filter(({ id }) => id === order?.invoiceId)]
  await refreshPayments(house, [...new Set([...newest, ...first].map(({ id }) => id))], order)
  return readOverview(house.db, await find(), role)
}

export const refreshPayments = (house: House, invoices: string[], order: Order | undefined) =>
  Promise.allSettled([
    ...invoices.map((id) => refresh(house, 'invoice', id, { use: 'page' })),
    ...(order?.checkoutPayment ? [followCharges(house, 'page', eq(orders.id, order.id))] : []),
  ])

export async function readOverview(db: Db, billed: Billed, role: StaffRole): Promise<AccountOverview> {
  const { order, invoices, currency } = billed
  const ids = invoices.map(({ id }) => id)
  const checkout = isAlone(order) ? order : undefined
  const isOurs = or(inArray(orderRefunds.invoiceId, ids), checkout ? eq(orderRefunds.orderId, checkout.id) : undefined)
  const ours = await db.select().from(orderRefunds).where(isOurs)
  const moved = await readMoved(db, { paymentIntentId: checkout?.paymentIntentId ?? null }, ids, ours)
  const payments = [
    ...invoices.flatMap((invoice) => paymentsOfInvoice(invoice, order, moved, role)),
    ...(checkout ? [paymentOfCheckout(checkout, moved, role)] : []),
  ]
  return { currency, payments, entries: listEntries(invoices, checkout, moved) }
}

/** Paid at a checkout that made no invoice. */
const isAlone = (order: Order | undefined) =>
  order?.checkoutPayment === 'paid' && order.paymentIntentId !== null && order.invoiceId === null

function paymentsOfInvoice(
  invoice: InvoiceRow,
  order: Order | undefined,
  moved: Moved[],
  role: StaffRole,
): RefundablePayment[] {
  const { id, charges, paidOutside, paidAt, createdAt, currency } = invoice
  const account = accountOf({ charges, outside: paidOutside }, movementsOf(id, moved))
  const shared = {
    number: invoice.number ?? '',
    at: (paidAt ?? createdAt).toISOString(),
    isRenewal: invoice.billingReason === 'subscription_cycle' && id !== order?.invoiceId,
    currency,
  }
  const byProvider: RefundablePayment = {
    ...shared,
    paymentId: id,
    ...methodOf(describeCard(invoice.payment, role)),
    isOutside: false,
    ...leftOfCharges(account),
  }
  const returned = Math.min(account.returnedOutside, paidOutside)
  const outside: RefundablePayment = {
    ...shared,
    paymentId: `${id}${OUTSIDE}`,
    isOutside: true,
    paid: paidOutside,
    refunded: returned,
    refundPending: 0,
    // Of an invoice paid in both ways it takes from the charges first.
    credited: charges.length > 0 ? 0 : account.credited,
    disputed: 0,
    lost: 0,
    refundable: account.refundableOutside,
    creditable: account.refundableOutside,
    net: paidOutside - returned,
  }
  return [...(charges.length > 0 ? [byProvider] : []), ...(paidOutside > 0 ? [outside] : [])]
}

/** What was given back outside the provider takes first from what was paid there. */
export function leftOfCharges(account: MoneyAccount) {
  const { paidOutside, returnedOutside, refundPending, credited, disputed, lost, refundable, creditable } = account
  const paid = account.paid - paidOutside
  const refunded = account.refunded + Math.max(0, returnedOutside - paidOutside)
  const net = paid - refunded - lost
  return { paid, refunded, refundPending, credited, disputed, lost, refundable, creditable, net }
}

const methodOf = (shown: ReturnType<typeof describeCard>) => (shown ? { method: shown.card } : {})

function paymentOfCheckout(order: Order, moved: Moved[], role: StaffRole): RefundablePayment {
  const { paid, refunded, refundPending, credited, disputed, lost, refundable, net } = accountOfCheckout(order, moved)
  return {
    paymentId: order.paymentIntentId!,
    number: '',
    at: (order.checkoutSettledAt ?? order.createdAt).toISOString(),
    isRenewal: false,
    ...methodOf(describeCard(order.charge, role)),
    isOutside: false,
    ...{ paid, refunded, refundPending, credited, disputed, lost, refundable, creditable: 0, net },
    currency: order.currency,
  }
}

type Entry = AccountOverview['entries'][number]
const nothing = { status: null, outcome: null, by: '', reason: '' }

function listEntries(invoices: InvoiceRow[], checkout: Order | undefined, moved: Moved[]): Entry[] {
  const paid = invoices.flatMap(({ id, charges, paidOutside, paidAt, createdAt }) => [
    ...charges.map(({ at, amount }) => ({ paymentId: id, at, amount })),
    ...(paidOutside > 0
      ? [{ paymentId: `${id}${OUTSIDE}`, at: (paidAt ?? createdAt).toISOString(), amount: paidOutside }]
      : []),
  ])
  const atCheckout = checkout && {
    paymentId: checkout.paymentIntentId!,
    at: (checkout.checkoutSettledAt ?? checkout.createdAt).toISOString(),
    amount: checkout.total,
  }
  const entries = [
    ...[...paid, ...(atCheckout ? [atCheckout] : [])].map((one) => ({
      ...nothing,
      ...one,
      kind: 'paid' as const,
      effect: one.amount,
    })),
    ...moved.flatMap(({ payment, movement, by, text: reason }) =>
      entriesOf(movement).map((one) => {
        const isOfOutside = one.isOutside && invoices.some(({ id, paidOutside }) => id === payment && paidOutside > 0)
        const paymentId = `${payment ?? checkout?.paymentIntentId}${isOfOutside ? OUTSIDE : ''}`
        return { ...nothing, ...one, paymentId, at: movement.at, by, reason }
      }),
    ),
  ]
  let net = 0
  return entries
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map(({ at, paymentId, kind, amount, effect, status, outcome, by, reason }) => {
      net += effect
      return { at, paymentId, kind, amount, net, status, outcome, by, reason }
    })
}

type Part = Pick<Entry, 'kind' | 'amount'> & Partial<Entry> & { effect: number; isOutside?: boolean }

/** `effect` is what it changes of what is kept. */
function entriesOf(movement: MoneyMovement): Part[] {
  const { kind, amount } = movement
  switch (kind) {
    case 'refund': {
      const { status } = movement
      return [{ kind, amount: -amount, status, effect: status === 'succeeded' ? -amount : 0 }]
    }
    case 'dispute': {
      const { outcome } = movement
      return [{ kind, amount: -amount, outcome, effect: outcome === 'lost' ? -amount : 0 }]
    }
    case 'credit-note': {
      const { toBalance, outside, isVoid } = movement
      if (isVoid) return []
      const back: Part = { kind: 'refund', amount: -outside, status: 'succeeded', effect: -outside, isOutside: true }
      return [
        ...(toBalance > 0 ? [{ kind: 'credit' as const, amount: -toBalance, effect: 0 }] : []),
        ...(outside > 0 ? [back] : []),
      ]
    }
  }
}
