import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type Stripe from 'stripe'
import type { House } from '../house.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Tx } from '../kit/write/tx.ts'
import { invoiceRow, itemRow, lineRow, priceRow, subscriptionRow, type WholeInvoice } from './snapshots.ts'
import {
  stripeCustomers,
  stripeDrift,
  stripeInvoiceLines,
  stripeInvoices,
  stripePrices,
  stripeProducts,
  stripeSubscriptionItems,
  stripeSubscriptions,
} from './table.ts'

/** Every column but these, for `on conflict do update`. */
function allBut(table: PgTable, kept: string[]) {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name, column]) => !kept.includes(name) && name !== 'id' && !column.generated,
  )
  return Object.fromEntries(columns.map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]))
}

/** The reading that began later wins, whichever is written first. */
const unlessOlder = (table: string) => sql.raw(`excluded.fetched_at >= ${table}.fetched_at`)

export async function mirrorCustomer(tx: Tx, customer: Stripe.Customer | Stripe.DeletedCustomer, fetchedAt: Date) {
  if (customer.deleted) {
    // Invoices of a customer who was deleted before we heard of them are kept, too. Their creation date is unknown.
    const deleted = { isDeleted: true, fetchedAt }
    await tx
      .insert(stripeCustomers)
      .values({ id: customer.id, createdAt: fetchedAt, ...deleted })
      .onConflictDoUpdate({ target: stripeCustomers.id, set: deleted })
    return
  }
  const organizationId = (await findNamedOrganization(tx, customer.metadata.orgId))?.id ?? null
  const row = {
    id: customer.id,
    organizationId,
    name: customer.name ?? '',
    email: customer.email ?? '',
    createdAt: new Date(customer.created * 1000),
    linkedAt: organizationId ? tx.at : null,
    linkedBy: organizationId ? 'metadata' : '',
    fetchedAt,
  }
  await tx
    .insert(stripeCustomers)
    .values(row)
    .onConflictDoUpdate({
      target: stripeCustomers.id,
      // The provider does not know the link, so a reading does not remove it.
      set: allBut(stripeCustomers, ['organizationId', 'linkedAt', 'linkedBy']),
      setWhere: unlessOlder('stripe_customers'),
    })
  if (organizationId) await linkCustomerRow(tx, customer.id, organizationId, 'metadata')
}

/** The organization of that id, when there is one: the provider's metadata may say anything. */
export async function findNamedOrganization(
  db: Db,
  id: string | undefined,
): Promise<{ id: string; name: string } | undefined> {
  if (!id || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined
  const [row] = await rowsOf<{ id: string; name: string }>(db, sql`select id, name from organizations where id = ${id}`)
  return row
}

/** Gives an organization the customer with everything billed. Returns false when it is linked already. */
export async function linkCustomerRow(
  tx: Tx,
  customerId: string,
  organizationId: string,
  linkedBy: string,
): Promise<boolean> {
  const linked = await tx
    .update(stripeCustomers)
    .set({ organizationId, linkedAt: tx.at, linkedBy })
    .where(sql`${stripeCustomers.id} = ${customerId} and ${stripeCustomers.organizationId} is null`)
    .returning({ id: stripeCustomers.id })
  if (linked.length === 0) return false
  await tx.update(stripeSubscriptions).set({ organizationId }).where(eq(stripeSubscriptions.customerId, customerId))
  await tx.update(stripeInvoices).set({ organizationId }).where(eq(stripeInvoices.customerId, customerId))
  return true
}

/** Read in the same statement, so that a link made meanwhile counts. */
const organizationOfCustomer = (customerId: string) =>
  sql<string>`(select organization_id from stripe_customers where id = ${customerId})`

export async function mirrorPrice(tx: Tx, price: Stripe.Price, fetchedAt: Date) {
  await tx
    .insert(stripePrices)
    .values(priceRow(price, fetchedAt))
    .onConflictDoUpdate({
      target: stripePrices.id,
      set: allBut(stripePrices, []),
      setWhere: unlessOlder('stripe_prices'),
    })
  if (typeof price.product === 'object' && !price.product.deleted) await mirrorProduct(tx, price.product, fetchedAt)
}

export async function mirrorProduct(tx: Tx, { id, name }: Pick<Stripe.Product, 'id' | 'name'>, fetchedAt: Date) {
  await tx
    .insert(stripeProducts)
    .values({ id, name, fetchedAt })
    .onConflictDoUpdate({
      target: stripeProducts.id,
      set: allBut(stripeProducts, []),
      setWhere: unlessOlder('stripe_products'),
    })
}

/** Its customer must have been mirrored. */
export async function mirrorSubscription(
  tx: Tx,
  subscription: Stripe.Subscription,
  items: Stripe.SubscriptionItem[],
  fetchedAt: Date,
) {
  const row = subscriptionRow(subscription, items, fetchedAt)
  const saved = await tx
    .insert(stripeSubscriptions)
    .values({ ...row, organizationId: organizationOfCustomer(row.customerId) })
    .onConflictDoUpdate({
      target: stripeSubscriptions.id,
      set: allBut(stripeSubscriptions, ['organizationId']),
      setWhere: unlessOlder('stripe_subscriptions'),
    })
    .returning({ id: stripeSubscriptions.id })
  if (saved.length === 0) return
  await tx.delete(stripeSubscriptionItems).where(eq(stripeSubscriptionItems.subscriptionId, subscription.id))
  const rows = items.map((item, position) => itemRow(item, subscription.id, position))
  if (rows.length > 0) await tx.insert(stripeSubscriptionItems).values(rows)
}

/**
 * Copies at once the end of a subscription, or its resumption, that we have just made at the provider; the next reading
 * brings the rest. False when our copy already had it.
 */
export async function mirrorCancellation(tx: Tx, id: string, isCancelled: boolean): Promise<boolean> {
  const { id: ofThis, cancelAt, cancelAtPeriodEnd } = stripeSubscriptions
  const isEnding = sql`(${cancelAtPeriodEnd} or ${cancelAt} is not null)`
  const changed = await tx
    .update(stripeSubscriptions)
    .set(isCancelled ? { cancelAtPeriodEnd: true } : { cancelAtPeriodEnd: false, cancelAt: null })
    .where(sql`${ofThis} = ${id} and ${isEnding} = ${!isCancelled}`)
    .returning({ id: ofThis })
  return changed.length > 0
}

/** Its customer must have been mirrored. */
export async function mirrorInvoice(tx: Tx, whole: WholeInvoice, fetchedAt: Date) {
  const row = invoiceRow(whole, fetchedAt)
  const saved = await tx
    .insert(stripeInvoices)
    .values({ ...row, organizationId: organizationOfCustomer(row.customerId) })
    .onConflictDoUpdate({
      target: stripeInvoices.id,
      set: allBut(stripeInvoices, ['organizationId']),
      setWhere: unlessOlder('stripe_invoices'),
    })
    .returning({ id: stripeInvoices.id })
  if (saved.length === 0) return
  await tx.delete(stripeInvoiceLines).where(eq(stripeInvoiceLines.invoiceId, row.id))
  const lines = whole.lines.map((line, position) => lineRow(line, row.id, position))
  if (lines.length > 0) await tx.insert(stripeInvoiceLines).values(lines)
}

export async function forgetInvoice(tx: Tx, id: string) {
  await tx.delete(stripeInvoices).where(eq(stripeInvoices.id, id))
}

export type Counted = { compared: number; differed: number }

/** Compares what a feature keeps of the provider beside the mirror, writes down differences and repairs them. */
export type Comparer = (house: House, counted: Counted) => Promise<void>

/** Writes down each field in which ours was not the provider's. Returns whether there was one. */
export async function noteDrift(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  object: string,
  objectId: string,
  local: Record<string, string> | undefined,
  remote: Record<string, string>,
): Promise<boolean> {
  const differing = Object.keys(remote).filter((field) => remote[field] !== local?.[field])
  if (differing.length === 0) return false
  const fields = local
    ? differing.map((field) => ({ field, local: local[field] ?? '', remote: remote[field]! }))
    : [{ field: '', local: 'not there', remote: 'there' }]
  const foundAt = clock.now()
  await db.insert(stripeDrift).values(fields.map((row) => ({ ...row, id: newId(), foundAt, object, objectId })))
  return true
}
