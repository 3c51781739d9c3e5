import { PAYMENT_PROVIDER } from '@hikmah/contract/payments'
import { and, eq, gt } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Payments, Reads, Writes } from '../house.ts'
import { systemActor } from '../kit/auth/actor.ts'
import type { Tx } from '../kit/write/tx.ts'
import {
  itemsOf,
  linesOf,
  listInvoices,
  listMethods,
  paymentsOf,
  readCustomer,
  readDecline,
  readInvoice,
  readPrice,
  readProduct,
  readSubscription,
  readTaxes,
} from '../outside/stripe/billing.ts'
import { readInvoiceMovements } from '../outside/stripe/movements.ts'
import type { Use } from '../outside/stripe/provider.ts'
import { idOf } from '../outside/stripe/requests.ts'
import {
  forgetInvoice,
  mirrorCustomer,
  mirrorInvoice,
  mirrorMethods,
  mirrorPrice,
  mirrorProduct,
  mirrorSubscription,
} from './mirror.ts'
import { stripeCustomers, stripeInvoices, stripePrices, stripeProducts, stripeSubscriptions } from './table.ts'

type Deps = Reads & Writes & Payments

export const PROVIDER = systemActor(PAYMENT_PROVIDER)

/** Writes over our copy what was read at the provider: a reading returns it, so that nothing is read in a transaction. */
type Write = (tx: Tx) => Promise<void>
const nothing: Write = async () => undefined

/** For an object that needs nothing else of the provider. One that is gone there stays as it was. */
const readAlone =
  <T>(
    readObject: (stripe: Deps['stripe'], use: Use, id: string) => Promise<T | undefined>,
    mirror: (tx: Tx, object: T, fetchedAt: Date) => Promise<void>,
  ) =>
  async ({ stripe, clock }: Deps, use: Use, id: string): Promise<Write> => {
    const at = clock.now()
    const object = await readObject(stripe, use, id)
    return object ? (tx) => mirror(tx, object, at) : nothing
  }

export const readCustomerToMirror = readAlone(readCustomer, mirrorCustomer)

async function readWholeCustomerToMirror({ stripe, clock }: Deps, use: Use, id: string): Promise<Write> {
  const at = clock.now()
  const customer = await readCustomer(stripe, use, id)
  if (!customer) return nothing
  const methods = customer.deleted ? undefined : await listMethods(stripe, use, id)
  return async (tx) => {
    await mirrorCustomer(tx, customer, at)
    if (methods) await mirrorMethods(tx, id, methods, at)
  }
}

export async function readSubscriptionToMirror(deps: Deps, use: Use, id: string, happenedAt?: Date): Promise<Write> {
  const { stripe, clock } = deps
  const at = clock.now()
  const subscription = await readSubscription(stripe, use, id)
  if (!subscription) return nothing
  const items = await itemsOf(stripe, use, subscription)
  const customer = await readCustomerToMirror(deps, use, idOf(subscription.customer)!)
  return async (tx) => {
    await customer(tx)
    await mirrorSubscription(tx, subscription, items, at, happenedAt)
  }
}

export async function readInvoiceToMirror(deps: Deps, use: Use, id: string): Promise<Write> {
  const { stripe, clock } = deps
  const at = clock.now()
  const invoice = await readInvoice(stripe, use, id)
  const customerId = idOf(invoice?.customer)
  // An invoice without a customer belongs to nobody, and one that is gone was a draft.
  if (!invoice || !customerId) return (tx) => forgetInvoice(tx, id)
  const [lines, payments, customer, taxes, decline] = await Promise.all([
    linesOf(stripe, use, id),
    invoice.status === 'paid' || invoice.amount_paid > 0 ? paymentsOf(stripe, use, id) : [],
    readCustomerToMirror(deps, use, customerId),
    readTaxes(stripe, use, invoice),
    invoice.status === 'open' && invoice.attempted ? readDecline(stripe, use, id) : '',
  ])
  const money = await readInvoiceMovements(stripe, use, invoice, payments)
  return async (tx) => {
    await customer(tx)
    await mirrorInvoice(tx, { invoice, lines, payments, money, taxes, decline }, at)
  }
}

const readers = {
  /** With its payment methods, which those read with an invoice come without. */
  customer: readWholeCustomerToMirror,
  price: readAlone(readPrice, mirrorPrice),
  product: readAlone(readProduct, mirrorProduct),
  subscription: readSubscriptionToMirror,
  invoice: readInvoiceToMirror,
}
export type Mirrored = keyof typeof readers

const copies = {
  customer: { table: stripeCustomers, readAt: stripeCustomers.methodsReadAt },
  price: { table: stripePrices, readAt: stripePrices.fetchedAt },
  product: { table: stripeProducts, readAt: stripeProducts.fetchedAt },
  subscription: { table: stripeSubscriptions, readAt: stripeSubscriptions.fetchedAt },
  invoice: { table: stripeInvoices, readAt: stripeInvoices.fetchedAt },
}

interface Refresh {
  use?: Use
  /** Skips an object that was read after this moment, so that many events about one object read it once. */
  since?: Date
  /** The provider's moment of what is read. */
  happenedAt?: Date
}

export async function refresh(
  deps: Deps,
  object: Mirrored,
  id: string,
  { use = 'work', since, happenedAt }: Refresh = {},
) {
  const { table, readAt } = copies[object]
  if (since && (await deps.db.$count(table, and(eq(table.id, id), gt(readAt, since)))) > 0) return
  const write = await readers[object](deps, use, id, happenedAt)
  await deps.change(PROVIDER, write)
}

/** Reads again those invoices of a subscription that are not as we have them, and those we do not have. */
export async function refreshInvoices(deps: Deps, subscription: string) {
  const { id, status, total, amountPaid, subscriptionId } = stripeInvoices
  const savedInvoices = await deps.db
    .select({ id, status, total, amountPaid })
    .from(stripeInvoices)
    .where(eq(subscriptionId, subscription))
  const isCurrent = (invoice: Stripe.Invoice) =>
    savedInvoices.some(
      (saved) =>
        saved.id === invoice.id &&
        saved.status === invoice.status &&
        saved.total === invoice.total &&
        saved.amountPaid === invoice.amount_paid,
    )
  for await (const invoice of listInvoices(deps.stripe, 'page', { subscription })) {
    if (!isCurrent(invoice)) await refresh(deps, 'invoice', invoice.id, { use: 'page' })
  }
}
