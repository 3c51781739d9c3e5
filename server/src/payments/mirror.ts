import type { MoneyMovement } from '@hikmah/contract/money-account'
import { and, eq, getTableColumns, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type Stripe from 'stripe'
import type { House, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { type Db, isAnyOf, keptQuery, rowsOf } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, existing } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import { lockOrganization } from '../organizations/queries.ts'
import { idOf } from '../outside/stripe/requests.ts'
import type { PlannedChange } from '../outside/stripe/schedules.ts'
import { stripeDrift } from './comparison-table.ts'
import { aboutCustomer } from './queries.ts'
import { classifyMovements, recordMovement, recurringMovements } from './recurring.ts'
import { invoiceRow, itemRow, lineRow, methodRow, priceRow, subscriptionRow, type WholeInvoice } from './snapshots.ts'
import {
  moneyMovements,
  organizationOfCustomer,
  stripeCustomers,
  stripeInvoiceLines,
  stripeInvoices,
  stripePaymentMethods,
  stripePrices,
  stripeProducts,
  stripeSubscriptionItems,
  stripeSubscriptions,
} from './table.ts'

type Copy = PgTable & Record<'id' | 'fetchedAt', PgColumn>

/** Writes a reading over our copy but for the columns of `ours`. Returns nothing when the copy is of a later reading. */
async function overwrite<Table extends Copy>(tx: Tx, table: Table, row: PgInsertValue<Table>, ours: string[] = []) {
  const updates = Object.entries(getTableColumns(table))
    .filter(([name, { generated }]) => !['id', ...ours].includes(name) && !generated)
    .map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)])
  const [saved] = await tx
    .insert(table)
    .values(row)
    .onConflictDoUpdate({
      target: table.id,
      set: Object.fromEntries(updates) as PgUpdateSetSource<Table>,
      // The reading that began later wins, whichever is written first.
      setWhere: sql`excluded.fetched_at >= ${table.fetchedAt}`,
    })
    // A row that was only inserted has no xmax.
    .returning({ isNew: sql<boolean>`xmax = 0` })
  return saved
}

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
    balance: customer.balance,
    balanceCurrency: customer.currency ?? '',
    defaultMethodId: idOf(customer.invoice_settings.default_payment_method),
    fetchedAt,
  }
  // The provider does not know the link, so a reading does not remove it.
  await overwrite(tx, stripeCustomers, row, [
    'organizationId',
    'linkedAt',
    'linkedBy',
    'methodsReadAt',
    'methodProblem',
  ])
  if (organizationId) await linkCustomerRow(tx, customer.id, organizationId, 'metadata')
}

/** All that the customer has. Its customer must have been mirrored. */
export async function mirrorMethods(tx: Tx, customerId: string, methods: Stripe.PaymentMethod[], fetchedAt: Date) {
  const { id, methodsReadAt } = stripeCustomers
  const isNewer = or(isNull(methodsReadAt), lte(methodsReadAt, fetchedAt))
  const read = await tx
    .update(stripeCustomers)
    .set({ methodsReadAt: fetchedAt })
    .where(and(eq(id, customerId), isNewer))
    .returning({ id })
  if (read.length === 0) return
  for (const method of methods) await overwrite(tx, stripePaymentMethods, methodRow(method, customerId, fetchedAt))
  const isGone = notInArray(
    stripePaymentMethods.id,
    methods.map((method) => method.id),
  )
  const isTheirs = and(eq(stripePaymentMethods.customerId, customerId), isNull(stripePaymentMethods.detachedAt))
  await tx.update(stripePaymentMethods).set({ detachedAt: fetchedAt, fetchedAt }).where(and(isTheirs, isGone))
}

/** The organization of that id, when there is one: the provider's metadata may say anything. */
export async function findNamedOrganization(db: Db, id: string | undefined) {
  if (!id || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined
  const [row] = await rowsOf<{ id: string; name: string }>(db, sql`select id, name from organizations where id = ${id}`)
  return row
}

/** Gives an organization the customer with everything billed. Returns false when it is linked already. */
export async function linkCustomerRow(tx: Tx, customerId: string, organizationId: string, linkedBy: string) {
  const linked = await tx
    .update(stripeCustomers)
    .set({ organizationId, linkedAt: tx.at, linkedBy })
    .where(sql`${stripeCustomers.id} = ${customerId} and ${stripeCustomers.organizationId} is null`)
    .returning({ id: stripeCustomers.id })
  if (linked.length === 0) return false
  await tx.update(stripeSubscriptions).set({ organizationId }).where(eq(stripeSubscriptions.customerId, customerId))
  await tx.update(stripeInvoices).set({ organizationId }).where(eq(stripeInvoices.customerId, customerId))
  await tx.update(recurringMovements).set({ organizationId }).where(eq(recurringMovements.customerId, customerId))
  await classifyMovements(tx, customerId)
  return true
}

export async function mirrorPrice(tx: Tx, price: Stripe.Price, fetchedAt: Date) {
  await overwrite(tx, stripePrices, priceRow(price, fetchedAt))
  if (typeof price.product === 'object' && !price.product.deleted) await mirrorProduct(tx, price.product, fetchedAt)
}

export async function mirrorProduct(tx: Tx, { id, name }: Pick<Stripe.Product, 'id' | 'name'>, fetchedAt: Date) {
  await overwrite(tx, stripeProducts, { id, name, fetchedAt })
}

/** Its customer must have been mirrored. `happenedAt` is the provider's moment of what we were told of. */
export async function mirrorSubscription(
  tx: Tx,
  subscription: Stripe.Subscription,
  items: Stripe.SubscriptionItem[],
  fetchedAt: Date,
  happenedAt?: Date,
) {
  const row = subscriptionRow(subscription, items, fetchedAt)
  const organizationId = organizationOfCustomer(row.customerId)
  const saved = await overwrite(tx, stripeSubscriptions, { ...row, organizationId }, ['organizationId'])
  if (!saved) return
  await tx.delete(stripeSubscriptionItems).where(eq(stripeSubscriptionItems.subscriptionId, subscription.id))
  const rows = items.map((item, position) => itemRow(item, subscription.id, position))
  if (rows.length > 0) await tx.insert(stripeSubscriptionItems).values(rows)
  // What is billed by use is not known in advance.
  const licensed = rows.filter((_, i) => items[i]!.price.recurring?.usage_type !== 'metered')
  await recordMovement(tx, row, licensed, { isNew: saved.isNew, happenedAt })
}

/** Copies at once what we have just done at the provider; the next reading brings the rest. False when we had it already. */
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

/** Copies at once what we have just planned at the provider, or taken back. */
export const mirrorPlannedChange = (tx: Tx, id: string, plannedChange: PlannedChange | null) =>
  tx.update(stripeSubscriptions).set({ plannedChange }).where(eq(stripeSubscriptions.id, id))

/** What the provider does not know of an invoice. */
const OURS_OF_INVOICE = ['organizationId', 'paidOutsideNote', 'canceledOrderId', 'reminded', 'isFailureTold']

/** Its customer must have been mirrored. */
export async function mirrorInvoice(tx: Tx, whole: WholeInvoice, fetchedAt: Date) {
  const row = invoiceRow(whole, fetchedAt)
  const organizationId = organizationOfCustomer(row.customerId)
  if (!(await overwrite(tx, stripeInvoices, { ...row, organizationId }, OURS_OF_INVOICE))) return
  await tx.delete(stripeInvoiceLines).where(eq(stripeInvoiceLines.invoiceId, row.id))
  const lines = whole.lines.map((line, position) => lineRow(line, row.id, position))
  if (lines.length > 0) await tx.insert(stripeInvoiceLines).values(lines)
  await saveMovements(tx, { invoiceId: row.id, currency: row.currency }, whole.money.movements, fetchedAt)
}

type Payment = { currency: string } & ({ invoiceId: string } | { paymentIntentId: string })

/**
 * All that the provider has of a payment. It lists no refund that failed and counts no void credit note any more. The
 * reading that began later wins, whichever is written first.
 */
export async function saveMovements(tx: Tx, payment: Payment, movements: MoneyMovement[], readAt: Date) {
  const { id, movement: saved, readAt: savedAt } = moneyMovements
  const isOfIt =
    'invoiceId' in payment
      ? eq(moneyMovements.invoiceId, payment.invoiceId)
      : eq(moneyMovements.paymentIntentId, payment.paymentIntentId)
  if (movements.length > 0) {
    await tx
      .insert(moneyMovements)
      .values(movements.map((movement) => ({ ...payment, id: movement.id, kind: movement.kind, movement, readAt })))
      .onConflictDoUpdate({
        target: id,
        set: { movement: sql`excluded.movement`, readAt },
        setWhere: sql`excluded.read_at >= ${savedAt}`,
      })
  }
  const isGone = notInArray(
    id,
    movements.map((movement) => movement.id),
  )
  const ended = sql`case kind when 'refund' then '{"status": "failed"}'::jsonb when 'credit-note' then '{"isVoid": true}' else '{}' end`
  await tx
    .update(moneyMovements)
    .set({ movement: sql`${saved} || ${ended}`, readAt })
    .where(and(isOfIt, isGone, lte(savedAt, readAt)))
}

const findMovements = keptQuery((db) =>
  db
    .select({ invoiceId: moneyMovements.invoiceId, movement: moneyMovements.movement })
    .from(moneyMovements)
    .where(
      or(
        isAnyOf(moneyMovements.invoiceId, sql.placeholder('invoices')),
        isAnyOf(moneyMovements.paymentIntentId, sql.placeholder('paymentIntents')),
      ),
    )
    .orderBy(sql`${moneyMovements.movement} ->> 'at'`, moneyMovements.id),
)

/** Of invoices, and of payments without one. */
export const readMovements = (db: Db, invoices: string[], paymentIntents: string[] = []) =>
  findMovements(db, { invoices, paymentIntents })

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
  const pickChanged = Object.keys(remote).filter((field) => remote[field] !== local?.[field])
  if (pickChanged.length === 0) return false
  const fields = local
    ? pickChanged.map((field) => ({ field, local: local[field] ?? '', remote: remote[field]! }))
    : [{ field: '', local: 'not there', remote: 'there' }]
  const foundAt = clock.now()
  await db.insert(stripeDrift).values(fields.map((row) => ({ ...row, id: newId(), foundAt, object, objectId })))
  return true
}

export const linkCustomerByHand = ({ change }: Writes, actor: StaffActor, id: string, orgId: string) =>
  change(actor, async (tx) => {
    const { name: orgName } = await lockOrganization(tx, orgId)
    const isThis = eq(stripeCustomers.id, id)
    const customer = existing(await tx.select().from(stripeCustomers).where(isThis).for('update'), 'customer')
    if (!(await linkCustomerRow(tx, id, orgId, actor.name)))
      throw conflict('This customer is already linked to an organization')
    record(tx, { ...aboutCustomer(customer, orgId), action: 'payment-customer.linked', after: { orgName } })
  })
