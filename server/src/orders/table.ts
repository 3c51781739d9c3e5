import type { itemKinds, OrderStatus, PaymentState, RefundStatus } from '@hikmah/contract/orders/words'
import { isNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { deviceReference } from '../hardware/table.ts'
import { inNameOrder, moment } from '../kit/db/columns.ts'
import { organizationReference } from '../organizations/table.ts'
import type { PaidCharge } from '../outside/stripe/billing.ts'
import { customerReference, unitAmount } from '../payments/table.ts'

/** Minor units of the currency beside it. */
const amount = (name: string) => bigint(name, { mode: 'number' })

/** The email as it is searched, by those who may see it. */
export const emailSearch = sql`(' ' || folded(email) || ' ')`
export const orderNames = sql`(array[order_no::text, '#' || order_no::text, folded(organization_name), ltrim(organization_phone, '+'), folded(promo_code)])`

export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey(),
    orderNo: bigint('order_no', { mode: 'number' }).notNull().default(sql`nextval('order_no')`),
    organizationId: organizationReference().notNull(),
    /** Both kept by triggers, for the search and the list. */
    organizationName: text('organization_name').notNull().default(''),
    organizationPhone: text('organization_phone').notNull().default(''),
    status: text().$type<OrderStatus>().notNull(),
    /** Paid for at the provider's checkout, or made by staff. */
    source: text().$type<'checkout' | 'staff'>().notNull(),
    email: text().notNull().default(''),
    currency: text().notNull().default('usd'),
    subtotal: amount('subtotal').notNull(),
    discount: amount('discount').notNull().default(0),
    tax: amount('tax').notNull().default(0),
    shipping: amount('shipping').notNull().default(0),
    total: amount('total').notNull(),
    promoCode: text('promo_code').notNull().default(''),
    promoId: text('promo_id').notNull().default(''),
    /** When staff applied it; null where the order came with it. */
    promoAt: moment('promo_at'),
    shippingLine1: text('shipping_line1').notNull().default(''),
    shippingCity: text('shipping_city').notNull().default(''),
    shippingState: text('shipping_state').notNull().default(''),
    shippingPostalCode: text('shipping_postal_code').notNull().default(''),
    customerId: customerReference(),
    checkoutId: text('checkout_id'),
    subscriptionId: text('subscription_id'),
    /** The first invoice, which paid for it. */
    invoiceId: text('invoice_id'),
    /** The payment of a purchase without an invoice, and how far it is. */
    paymentIntentId: text('payment_intent_id'),
    checkoutPayment: text('checkout_payment').$type<Exclude<PaymentState, 'none'>>(),
    /** When that payment, which was on its way, came or failed. */
    checkoutSettledAt: moment('checkout_settled_at'),
    /** The charge of that payment. */
    charge: jsonb().$type<PaidCharge>(),
    /** The member of staff who placed it. */
    madeBy: text('made_by').notNull().default(''),
    closedBy: text('closed_by').notNull().default(''),
    cancelReason: text('cancel_reason').notNull().default(''),
    closedAt: moment('closed_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    search: text().generatedAlwaysAs(
      sql`searched(order_no::text || ' #' || order_no::text || ' ' || organization_name || ' ' || organization_phone || ' ' || promo_code)`,
    ),
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('orders_order_no_key').on(t.orderNo),
    uniqueIndex('orders_checkout_id_key').on(t.checkoutId),
    index('orders_created').on(t.createdAt, t.id),
    index('orders_total').on(t.total, t.id),
    index('orders_organization_name').on(inNameOrder(t.organizationName), t.id),
    index('orders_status_created').on(t.status, t.createdAt, t.id),
    index('orders_status_total').on(t.status, t.total, t.id),
    index('orders_status_organization_name').on(t.status, inNameOrder(t.organizationName), t.id),
    index('orders_organization').on(t.organizationId, t.createdAt, t.id),
    index('orders_subscription').on(t.subscriptionId).where(sql`subscription_id is not null`),
    index('orders_invoice').on(t.invoiceId).where(sql`invoice_id is not null`),
    index('orders_payment_intent').on(t.paymentIntentId).where(sql`payment_intent_id is not null`),
    index('orders_promo').on(t.promoId, t.createdAt).where(sql`promo_id <> ''`),
    index('orders_receipt').on(sql`(charge ->> 'receiptNumber')`).where(sql`charge is not null`),
    index('orders_search').using('gin', t.search.op('gin_trgm_ops')),
    index('orders_email').using('gin', sql`${emailSearch} gin_trgm_ops`),
    index('orders_exact').using('gin', orderNames),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    name: text().notNull(),
    planType: text('plan_type').notNull().default(''),
    kind: text().$type<(typeof itemKinds)[number]>().notNull(),
    /** DEENKIOSK or DEENSCREEN where a device is to be assigned. */
    appStream: text('app_stream').notNull().default(''),
    quantity: integer().notNull(),
    /** The price of one for one period. */
    unitAmount: unitAmount().notNull(),
    amount: amount('amount').notNull(),
    currency: text().notNull().default('usd'),
    frequency: text().notNull(),
    productId: text('product_id').notNull().default(''),
    priceId: text('price_id').notNull().default(''),
    subscriptionItemId: text('subscription_item_id').notNull().default(''),
    status: text().$type<OrderStatus>().notNull(),
    dueAt: moment('due_at'),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at'),
    staffId: uuid('staff_id').references(() => staff.id),
    removedAt: moment('removed_at'),
  },
  (t) => [
    index('order_items_order').on(t.orderId, t.position),
    index('order_items_staff').on(t.staffId).where(sql`staff_id is not null`),
  ],
)

export type OrderTableRow = Omit<typeof orders.$inferSelect, 'search'>
export type OrderItemRow = typeof orderItems.$inferSelect

/** A device for each that was ordered. It is Pending until it is assigned. */
export const orderItemDevices = pgTable(
  'order_item_devices',
  {
    itemId: uuid('item_id')
      .notNull()
      .references(() => orderItems.id, { onDelete: 'cascade' }),
    deviceId: deviceReference().notNull(),
    assignedAt: moment('assigned_at'),
  },
  (t) => [primaryKey({ columns: [t.itemId, t.deviceId] }), index('order_item_devices_device').on(t.deviceId)],
)

/** Our refunds, by the provider's id: of a credit note where it was given back outside the provider. */
export const orderRefunds = pgTable(
  'order_refunds',
  {
    id: text().primaryKey(),
    /** Null of an invoice that belongs to no order. */
    orderId: uuid('order_id').references(() => orders.id),
    invoiceId: text('invoice_id'),
    amount: amount('amount').notNull(),
    currency: text().notNull(),
    status: text().$type<RefundStatus>().notNull(),
    /** A credit note to the customer's balance. */
    isCredit: boolean('is_credit').notNull().default(false),
    reason: text().notNull().default(''),
    byName: text('by_name').notNull().default(''),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    index('order_refunds_order').on(t.orderId, t.createdAt),
    index('order_refunds_invoice').on(t.invoiceId).where(sql`invoice_id is not null`),
  ],
)

/** Checkouts of customers who belong to no organization yet. */
export const keptCheckouts = pgTable(
  'kept_checkouts',
  {
    id: text().primaryKey(),
    customerId: customerReference(),
    createdAt: moment('created_at').notNull(),
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    /** Null where it is not known. */
    amount: amount('amount'),
    currency: text().notNull().default('usd'),
    /** Null where there is an invoice, which says it, or nothing to pay. */
    payment: text().$type<Exclude<PaymentState, 'none'>>(),
    paidAt: moment('paid_at'),
  },
  (t) => [
    index('kept_checkouts_customer').on(t.customerId),
    index('kept_checkouts_guests').on(t.createdAt, t.id).where(isNull(t.customerId)),
  ],
)

/**
 * Orders of each UTC day, in minor units of the currency, kept by triggers: a folded row and one for each later write,
 * whose sum counts.
 */
export const orderDays = pgTable(
  'order_days',
  {
    day: date().notNull(),
    status: text().notNull(),
    currency: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    isFolded: boolean('is_folded').notNull().default(false),
  },
  (t) => [index('order_days_day').on(t.day)],
)
