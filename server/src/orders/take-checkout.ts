import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, existing } from '../kit/errors/refusal.ts'
import { job, tryEach } from '../kit/jobs/jobs.ts'
import type { Tx } from '../kit/write/tx.ts'
import { lockOrganization } from '../organizations/queries.ts'
import { expandedCharge, readCheckout } from '../outside/stripe/billing.ts'
import { readChargeMoney } from '../outside/stripe/movements.ts'
import { idOf } from '../outside/stripe/requests.ts'
import type { EventHandler } from '../payments/events.ts'
import { type Comparer, findNamedOrganization, linkCustomerRow, saveMovements } from '../payments/mirror.ts'
import { aboutCustomer } from '../payments/queries.ts'
import { PROVIDER, readCustomerToMirror, readInvoiceToMirror, readSubscriptionToMirror } from '../payments/refresh.ts'
import { stripeCustomers, stripeInvoices } from '../payments/table.ts'
import { itemRows } from './checkout-items.ts'
import { chargeColumns, saveTotals } from './follow-orders.ts'
import { aboutOrder } from './queries.ts'
import { keptCheckouts, type OrderTableRow, orderItems, orders } from './table.ts'

export const checkoutHandler: EventHandler = {
  types: ['checkout.session.'],
  work: (house, { object }) => createOrderFromCheckout(house, object.id),
}

type Checkout = Awaited<ReturnType<typeof readCheckout>>

/**
 * Makes the order of a checkout, with its customer's link, its subscription and its first invoice, in one transaction and
 * once, however often its event comes. Each further event updates its payment: a bank debit takes days. Where
 * nobody knows whose the customer is, the checkout is kept until somebody links it.
 */
export async function createOrderFromCheckout(house: House, id: string): Promise<void> {
  const checkout = await readCheckout(house.stripe, id)
  const { session } = checkout
  if (session.status !== 'complete' || session.mode === 'setup') return
  const customerId = idOf(session.customer)
  const writes = await readWhatItMade(house, session)
  await house.change(PROVIDER, async (tx) => {
    for (const write of writes) await write(tx)
    const organizationId = await findOwner(tx, session, customerId)
    if (!organizationId) return keep(tx, session, customerId)
    await tx.delete(keptCheckouts).where(eq(keptCheckouts.id, id))
    if (!(await makeOrder(tx, checkout, organizationId))) await savePayment(tx, session)
  })
}

/** Its customer, subscription and first invoice, or what moved of its payment, each as a function that writes what was read. */
async function readWhatItMade(house: House, session: Stripe.Checkout.Session) {
  const { customer, subscription, invoice } = session
  const [customerId, subscriptionId, invoiceId] = [customer, subscription, invoice].map(idOf)
  return [
    ...(customerId ? [await readCustomerToMirror(house, 'work', customerId)] : []),
    ...(subscriptionId ? [await readSubscriptionToMirror(house, 'work', subscriptionId)] : []),
    ...(invoiceId ? [await readInvoiceToMirror(house, 'work', invoiceId)] : [await readMoved(house, session)]),
  ]
}

/** Events come in any order, and a guest is linked days later: money may have moved before there is an order. */
async function readMoved({ stripe, clock }: House, { payment_intent, currency }: Stripe.Checkout.Session) {
  const readAt = clock.now()
  const paymentIntentId = idOf(payment_intent)
  const { movements } = await readChargeMoney(stripe, 'work', expandedCharge(payment_intent))
  return async (tx: Tx) => {
    if (paymentIntentId) await saveMovements(tx, { paymentIntentId, currency: currency ?? 'usd' }, movements, readAt)
  }
}

async function keep(tx: Tx, session: Stripe.Checkout.Session, customerId: string | null) {
  const { id, created, customer_details: payer, customer_email, amount_total, currency } = session
  const [payment, createdAt] = [paymentState(session), new Date(created * 1000)]
  const paidAt = payment === 'paid' ? chargedAt(session) : null
  const details = {
    amount: amount_total,
    currency: currency ?? 'usd',
    name: payer?.name ?? '',
    email: payer?.email ?? customer_email ?? '',
  }
  await tx
    .insert(keptCheckouts)
    .values({ id, customerId, createdAt, ...details, payment, paidAt })
    .onConflictDoUpdate({
      target: keptCheckouts.id,
      // A bank debit is charged days before the money comes.
      set: {
        ...details,
        payment,
        paidAt:
          paidAt &&
          sql`case when ${keptCheckouts.payment} = 'due' then ${tx.at}::timestamptz else ${paidAt}::timestamptz end`,
      },
      // A later event does not change a payment that has come, nor its time.
      setWhere: isNull(keptCheckouts.paidAt),
    })
  // Staff may have linked the checkout, which the provider does not know. Should they be linking it right now, the insert
  // waits for their write.
  if ((await tx.$count(orders, eq(orders.checkoutId, id))) === 0) return
  await tx.delete(keptCheckouts).where(eq(keptCheckouts.id, id))
  await savePayment(tx, session)
}

/** For a checkout without a customer. The provider must be reachable to say what was bought. */
export async function linkCheckout(house: House, actor: StaffActor, id: string, orgId: string) {
  const guest = existing(await house.db.select().from(keptCheckouts).where(eq(keptCheckouts.id, id)), 'checkout')
  if (guest.customerId) throw conflict('This checkout has a customer: link the customer instead')
  const checkout = await readCheckout(house.stripe, id)
  const writes = await readWhatItMade(house, checkout.session)
  return house.change(actor, async (tx) => {
    const { name: orgName } = await lockOrganization(tx, orgId)
    const [mine] = await tx.delete(keptCheckouts).where(eq(keptCheckouts.id, id)).returning({ id: keptCheckouts.id })
    for (const write of writes) await write(tx)
    const order = mine && (await makeOrder(tx, checkout, orgId))
    if (!order) throw conflict('The order of this checkout already exists')
    record(tx, { ...aboutOrder(order), action: 'order.checkout-linked', after: { checkout: id, orgName } })
    return { orderId: order.id, orderNo: `#${order.orderNo}` }
  })
}

/** The organization of the customer. One that belongs to none is linked to the organization that the checkout names. */
async function findOwner(tx: Tx, session: Stripe.Checkout.Session, customerId: string | null) {
  const [customer] = customerId ? await tx.select().from(stripeCustomers).where(eq(stripeCustomers.id, customerId)) : []
  if (customer?.organizationId) return customer.organizationId
  const organization = await findNamedOrganization(tx, namedBy(session))
  if (organization && customer && (await linkCustomerRow(tx, customer.id, organization.id, 'checkout'))) {
    record(tx, {
      ...aboutCustomer(customer, organization.id),
      action: 'payment-customer.linked',
      after: { checkout: session.id, orgName: organization.name },
    })
  }
  return organization?.id
}

/** Anybody can put a `client_reference_id` into the address of a payment link, so for those only our metadata counts. */
const namedBy = ({ payment_link, client_reference_id, metadata }: Stripe.Checkout.Session) =>
  (payment_link ? null : client_reference_id) ?? metadata?.orgId ?? ''

async function makeOrder(tx: Tx, { session, lines }: Checkout, organizationId: string) {
  const [subscriptionId, invoiceId] = [session.subscription, session.invoice].map((one) => idOf(one) ?? null)
  const { collected_information: collected, customer_details: details, total_details: parts } = session
  const [invoice] = invoiceId ? await tx.select().from(stripeInvoices).where(eq(stripeInvoices.id, invoiceId)) : []
  const address = collected?.shipping_details?.address ?? details?.address
  const billed = address ? null : invoice?.customerAddress
  const currency = session.currency ?? 'usd'
  const [order] = await tx
    .insert(orders)
    .values({
      id: newId(),
      organizationId,
      status: 'new',
      source: 'checkout',
      email: details?.email ?? session.customer_email ?? invoice?.customerEmail ?? '',
      currency,
      subtotal: session.amount_subtotal ?? 0,
      discount: parts?.amount_discount ?? 0,
      tax: parts?.amount_tax ?? 0,
      shipping: parts?.amount_shipping ?? 0,
      total: session.amount_total ?? 0,
      ...checkoutPromo(session, invoice),
      shippingLine1: address?.line1 ?? billed?.line1 ?? '',
      shippingCity: address?.city ?? billed?.city ?? '',
      shippingState: address?.state ?? billed?.state ?? '',
      shippingPostalCode: address?.postal_code ?? billed?.postalCode ?? '',
      customerId: idOf(session.customer),
      checkoutId: session.id,
      subscriptionId: subscriptionId ?? null,
      invoiceId: invoiceId ?? null,
      paymentIntentId: idOf(session.payment_intent),
      checkoutPayment: paymentState(session),
      ...keptCharge(session),
      createdAt: new Date(session.created * 1000),
      updatedAt: tx.at,
    })
    .onConflictDoNothing({ target: orders.checkoutId })
    .returning()
  // An earlier event made the order.
  if (!order) return undefined
  await tx.insert(orderItems).values(await itemRows(tx, order.id, currency, lines, subscriptionId ?? null))
  await saveTotals(tx, [order.id])
  record(tx, {
    ...aboutOrder(order),
    action: 'order.created',
    after: { source: 'checkout', total: order.total, currency },
  })
  return order
}

/** Some checkouts have their invoice made once they are paid; from then on it says how far the payment is. */
async function savePayment(tx: Tx, session: Stripe.Checkout.Session) {
  const [checkoutPayment, invoiceId] = [paymentState(session), idOf(session.invoice)]
  const isOther = sql`(${orders.checkoutPayment} is distinct from ${checkoutPayment} or ${invoiceId}::text is not null)`
  const [order] = await tx
    .update(orders)
    .set({
      checkoutPayment,
      invoiceId,
      ...keptCharge(session),
      checkoutSettledAt: checkoutPayment === 'due' ? null : tx.at,
      updatedAt: tx.at,
    })
    .where(and(eq(orders.checkoutId, session.id), isNull(orders.invoiceId), isOther))
    .returning()
  if (!order) return
  await saveTotals(tx, [order.id])
  record(tx, { ...aboutOrder(order), action: 'order.payment-settled', after: { payment: checkoutPayment, invoiceId } })
}

/** How far the payment of what was bought without an invoice is; an invoice says it of itself. */
function paymentState({ payment_intent: payment, invoice }: Stripe.Checkout.Session): OrderTableRow['checkoutPayment'] {
  if (invoice || !payment || typeof payment === 'string') return null
  if (payment.status === 'succeeded') return 'paid'
  return payment.status === 'canceled' || payment.status === 'requires_payment_method' ? 'failed' : 'due'
}

const chargedAt = (session: Stripe.Checkout.Session) =>
  new Date((expandedCharge(session.payment_intent) ?? session).created * 1000)

/** Its invoice says it otherwise. */
function keptCharge(session: Stripe.Checkout.Session) {
  const charge = session.invoice ? undefined : expandedCharge(session.payment_intent)
  return charge && chargeColumns(charge)
}

/** The invoice knows the code; what was paid without one, the checkout. */
function checkoutPromo(session: Stripe.Checkout.Session, invoice: typeof stripeInvoices.$inferSelect | undefined) {
  const [discount] = invoice?.discounts ?? []
  if (discount) return { promoCode: discount.code, promoId: discount.promotionCodeId ?? '' }
  const code = session.discounts?.[0]?.promotion_code
  return typeof code === 'object' && code ? { promoCode: code.code, promoId: code.id } : {}
}

/** Makes the orders of kept checkouts whose customer was linked meanwhile. */
export const keptCheckoutsJob = job({
  name: 'kept-checkouts',
  every: 'minute',
  work: async (house: House) => {
    const linked = await house.db
      .select({ id: keptCheckouts.id })
      .from(keptCheckouts)
      .innerJoin(stripeCustomers, eq(stripeCustomers.id, keptCheckouts.customerId))
      .where(isNotNull(stripeCustomers.organizationId))
    await tryEach(linked, ({ id }) => createOrderFromCheckout(house, id))
  },
})

/** How the payment of a guest stands is asked again until it is known, also of a checkout whose events are long gone. */
export const compareGuestCheckouts: Comparer = async (house) => {
  const { payment, customerId, amount } = keptCheckouts
  const unsettled = await house.db
    .select({ id: keptCheckouts.id })
    .from(keptCheckouts)
    .where(and(isNull(customerId), or(isNull(amount), gt(amount, 0)), or(isNull(payment), eq(payment, 'due'))))
  await tryEach(unsettled, ({ id }) => createOrderFromCheckout(house, id))
}
