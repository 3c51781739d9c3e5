import type { TakenTax } from '@hikmah/contract/invoices'
import type { MoneyMovement } from '@hikmah/contract/money-account'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'
import { organizationReference } from '../organizations/table.ts'
import type { KeptCharge, PaidCharge } from '../outside/stripe/billing.ts'
import type { PlannedChange } from '../outside/stripe/schedules.ts'

/** Minor units of the currency beside it. */
export const amount = (name: string) => bigint(name, { mode: 'number' })
/** The price of one, perhaps with fractions of a minor unit. */
export const unitAmount = () => numeric('unit_amount', { mode: 'number' })
/** When the reading of it began: an older one never overwrites a newer. */
const fetchedAt = moment('fetched_at').notNull()

/** `organizationId` null: nobody knows yet whose it is, and staff may link it. */
export const stripeCustomers = pgTable(
  'stripe_customers',
  {
    id: text().primaryKey(),
    organizationId: organizationReference(),
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    createdAt: moment('created_at').notNull(),
    linkedAt: moment('linked_at'),
    linkedBy: text('linked_by').notNull().default(''),
    isDeleted: boolean('is_deleted').notNull().default(false),
    /** Below 0 it pays for the next invoices, above 0 it is charged with the next one. */
    balance: amount('balance').notNull().default(0),
    balanceCurrency: text('balance_currency').notNull().default(''),
    defaultMethodId: text('default_method_id'),
    /** When the reading of its payment methods began; null before the first. */
    methodsReadAt: moment('methods_read_at'),
    /** Why what is due cannot be charged, and by which payment method: `lost pm_…` or `expired pm_… 2026-11`. */
    methodProblem: text('method_problem').notNull().default(''),
    fetchedAt,
  },
  (t) => [
    index('stripe_customers_organization').on(t.organizationId).where(sql`organization_id is not null`),
    index('stripe_customers_unlinked').on(t.createdAt, t.id).where(sql`organization_id is null`),
    index('stripe_customers_method_problem').on(t.organizationId).where(sql`method_problem <> ''`),
    index('stripe_customers_deleted').on(t.createdAt, t.id).where(sql`is_deleted and organization_id is not null`),
  ],
)

export const customerReference = () => text('customer_id').references(() => stripeCustomers.id)

/** Read in the same statement, so that a link made meanwhile counts. */
export const organizationOfCustomer = (customerId: string) =>
  sql<string>`(select organization_id from stripe_customers where id = ${customerId})`

/** Those that are detached stay, so that it is known what was lost. */
export const stripePaymentMethods = pgTable(
  'stripe_payment_methods',
  {
    id: text().primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => stripeCustomers.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    brand: text().notNull().default(''),
    last4: text().notNull().default(''),
    /** Null where it does not expire. */
    expMonth: integer('exp_month'),
    expYear: integer('exp_year'),
    createdAt: moment('created_at').notNull(),
    /** When it was found to be gone. */
    detachedAt: moment('detached_at'),
    fetchedAt,
  },
  (t) => [index('stripe_payment_methods_customer').on(t.customerId)],
)

export const stripeProducts = pgTable('stripe_products', {
  id: text().primaryKey(),
  name: text().notNull(),
  fetchedAt,
})

export const stripePrices = pgTable('stripe_prices', {
  id: text().primaryKey(),
  productId: text('product_id').notNull(),
  nickname: text().notNull().default(''),
  /** Null where there is no single whole amount: tiers, fractions of a cent, an amount the customer chooses. */
  unitAmount: amount('unit_amount'),
  currency: text().notNull(),
  recurringInterval: text('recurring_interval'),
  intervalCount: integer('interval_count'),
  isActive: boolean('is_active').notNull(),
  fetchedAt,
})

/** The provider's codes, and the comment of the customer; empty where there are none. */
export interface Cancellation {
  reason: string
  feedback: string
  comment: string
}

/** Exactly one of `percentOff` and `amountOff` is given. `amount` is what it took off this invoice. */
export interface AppliedDiscount {
  id: string
  promotionCodeId: string | null
  code: string
  percentOff: number | null
  amountOff: number | null
  amount: number
}

export const stripeSubscriptions = pgTable(
  'stripe_subscriptions',
  {
    id: text().primaryKey(),
    customerId: customerReference().notNull(),
    organizationId: organizationReference(),
    status: text().notNull(),
    currency: text().notNull(),
    startedAt: moment('started_at').notNull(),
    currentPeriodEnd: moment('current_period_end'),
    trialEnd: moment('trial_end'),
    cancelAt: moment('cancel_at'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
    endedAt: moment('ended_at'),
    plannedChange: jsonb('planned_change').$type<PlannedChange>(),
    /** `charge_automatically`, or `send_invoice`; empty where it was not read yet. */
    collectionMethod: text('collection_method').notNull().default(''),
    cardBrand: text('card_brand').notNull().default(''),
    cardLast4: text('card_last4').notNull().default(''),
    latestInvoiceId: text('latest_invoice_id'),
    canceledAt: moment('canceled_at'),
    /** Why it ended or will end. */
    cancellation: jsonb().$type<Cancellation>(),
    /** Its own payment method, instead of the default of its customer. */
    defaultMethodId: text('default_method_id'),
    discounts: jsonb().$type<Omit<AppliedDiscount, 'amount'>[]>().notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull(),
    fetchedAt,
  },
  (t) => [
    index('stripe_subscriptions_organization')
      .on(t.organizationId, t.startedAt, t.id)
      .where(sql`organization_id is not null`),
    index('stripe_subscriptions_customer').on(t.customerId),
  ],
)

export const stripeSubscriptionItems = pgTable(
  'stripe_subscription_items',
  {
    id: text().primaryKey(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => stripeSubscriptions.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    priceId: text('price_id').notNull(),
    productId: text('product_id').notNull(),
    quantity: integer().notNull(),
    /** Null where it has tiers. */
    unitAmount: unitAmount(),
    currency: text().notNull(),
    recurringInterval: text('recurring_interval'),
    intervalCount: integer('interval_count'),
    currentPeriodStart: moment('current_period_start').notNull(),
    currentPeriodEnd: moment('current_period_end').notNull(),
  },
  (t) => [
    index('stripe_subscription_items_subscription').on(t.subscriptionId, t.position),
    index('stripe_subscription_items_product').on(t.productId),
    index('stripe_subscription_items_price').on(t.priceId),
  ],
)

export interface Address {
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  country: string
}

export const invoiceNames = sql`(array[folded(coalesce(number, '')), folded(coalesce(receipt_number, '')), lower(id)])`

/** An invoice charged automatically has no due date and is due when it is issued. */
const dueDate = sql`coalesce(due_at, finalized_at, created_at)`

/** The email of the payer as text to search, for those who may see it. */
export const invoiceEmail = sql`(' ' || folded(customer_email) || ' ')`

/** Money of it is gone again. */
export const isTakenBack = sql.raw('refunded + returned_outside + lost > 0')

/** It was paid while its order was being canceled, and nothing of it has gone back or to the balance. */
export const isKeptInCancel = sql.raw(
  'canceled_order_id is not null and refunded + refund_pending + credited + returned_outside + lost = 0',
)

/** Who said that an invoice was paid outside the provider, and how. */
export interface PaidOutsideNote {
  note: string
  byName: string
}

/**
 * How many open invoices are to be paid on each day of UTC, so that the overdue ones are a sum of days. Kept by triggers:
 * a folded row a day and one for each later write.
 */
export const openInvoiceDays = pgTable('open_invoice_days', {
  day: date().notNull(),
  count: bigint({ mode: 'number' }).notNull(),
  isFolded: boolean('is_folded').notNull().default(false),
})

export const stripeInvoices = pgTable(
  'stripe_invoices',
  {
    id: text().primaryKey(),
    customerId: customerReference().notNull(),
    organizationId: organizationReference(),
    subscriptionId: text('subscription_id'),
    number: text(),
    receiptNumber: text('receipt_number'),
    /** The provider's status: draft, open, paid, uncollectible or void. */
    status: text().notNull(),
    billingReason: text('billing_reason').notNull().default(''),
    currency: text().notNull(),
    subtotal: amount('subtotal').notNull(),
    /** The discount of the whole invoice; those of single lines are in the subtotal already. */
    discount: amount('discount').notNull(),
    /** Tax that is added to the subtotal. */
    tax: amount('tax').notNull(),
    shipping: amount('shipping').notNull(),
    total: amount('total').notNull(),
    amountDue: amount('amount_due').notNull(),
    amountPaid: amount('amount_paid').notNull(),
    amountRemaining: amount('amount_remaining').notNull(),
    /** The sums of its account (contract: money-account.ts), which is derived from `charges` and `money_movements`. */
    refunded: amount('refunded').notNull().default(0),
    refundPending: amount('refund_pending').notNull().default(0),
    paidOutside: amount('paid_outside').notNull().default(0),
    credited: amount('credited').notNull().default(0),
    returnedOutside: amount('returned_outside').notNull().default(0),
    disputed: amount('disputed').notNull().default(0),
    lost: amount('lost').notNull().default(0),
    disputeFees: amount('dispute_fees').notNull().default(0),
    charges: jsonb().$type<KeptCharge[]>().notNull().default([]),
    /** The cycle of the first recurring line that is charged. */
    recurringInterval: text('recurring_interval'),
    intervalCount: integer('interval_count'),
    discounts: jsonb().$type<AppliedDiscount[]>().notNull(),
    taxes: jsonb().$type<TakenTax[]>().notNull().default([]),
    customerName: text('customer_name').notNull().default(''),
    customerEmail: text('customer_email').notNull().default(''),
    customerAddress: jsonb('customer_address').$type<Address>(),
    attemptCount: integer('attempt_count').notNull().default(0),
    /** The provider charges by itself, or sends the invoice. */
    collectionMethod: text('collection_method').notNull().default(''),
    /** When the provider charges next; of a draft, for the first time. */
    nextAttemptAt: moment('next_attempt_at'),
    /** The provider's code of why the last payment failed, as `insufficient_funds`. */
    decline: text().notNull().default(''),
    paidOutsideNote: jsonb('paid_outside_note').$type<PaidOutsideNote>(),
    /** The order whose cancellation was to void it, and found it paid. */
    canceledOrderId: uuid('canceled_order_id'),
    /** Staff were told that its payment failed. */
    isFailureTold: boolean('is_failure_told').notNull().default(false),
    /** Steps of the reminder ladder that were sent. */
    reminded: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    finalizedAt: moment('finalized_at'),
    dueAt: moment('due_at'),
    paidAt: moment('paid_at'),
    payment: jsonb().$type<PaidCharge>(),
    search: text().generatedAlwaysAs(
      sql`searched(coalesce(number, '') || ' ' || coalesce(receipt_number, '') || ' ' || customer_name)`,
    ),
    fetchedAt,
  },
  (t) => [
    index('stripe_invoices_organization')
      .on(t.organizationId, t.createdAt, t.id)
      .where(sql`organization_id is not null`),
    index('stripe_invoices_of_nobody').on(t.createdAt, t.id).where(sql`organization_id is null`),
    index('stripe_invoices_customer').on(t.customerId),
    index('stripe_invoices_subscription').on(t.subscriptionId, t.createdAt).where(sql`subscription_id is not null`),
    index('stripe_invoices_status_created').on(t.status, t.createdAt, t.id),
    index('stripe_invoices_created').on(t.createdAt, t.id),
    // Both hold what finance sums, which a description here cannot say (migrations/0027).
    index('stripe_invoices_paid').on(t.paidAt).where(sql`status = 'paid'`),
    index('stripe_invoices_open').on(dueDate).where(sql`status = 'open'`),
    index('stripe_invoices_unreminded').on(t.reminded, dueDate).where(sql`status = 'open' and reminded < 3`),
    index('stripe_invoices_untold_failures')
      .on(t.id)
      .where(sql`status = 'open' and attempt_count > 0 and not is_failure_told`),
    index('stripe_invoices_owed').on(t.organizationId).where(sql`status = 'open' and amount_remaining > 0`),
    index('stripe_invoices_paid_in_cancel').on(t.paidAt, t.id).where(isKeptInCancel),
    index('stripe_invoices_taken_back').on(t.createdAt, t.id).where(isTakenBack),
    index('stripe_invoices_total').on(t.total, t.id),
    index('stripe_invoices_status_total').on(t.status, t.total, t.id),
    index('stripe_invoices_charge').on(sql`(payment ->> 'chargeId')`).where(sql`payment is not null`),
    index('stripe_invoices_search').using('gin', t.search.op('gin_trgm_ops')),
    index('stripe_invoices_email').using('gin', sql`${invoiceEmail} gin_trgm_ops`),
    index('stripe_invoices_discounts').using('gin', t.discounts.op('jsonb_path_ops')),
    index('stripe_invoices_exact').using('gin', invoiceNames),
  ],
)

export const stripeInvoiceLines = pgTable(
  'stripe_invoice_lines',
  {
    id: text().primaryKey(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => stripeInvoices.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    description: text().notNull().default(''),
    productId: text('product_id'),
    priceId: text('price_id'),
    subscriptionItemId: text('subscription_item_id'),
    quantity: integer(),
    /** The provider's text, perhaps with fractions of a minor unit. */
    unitAmount: text('unit_amount'),
    amount: amount('amount').notNull(),
    discount: amount('discount').notNull(),
    isProration: boolean('is_proration').notNull(),
    recurringInterval: text('recurring_interval'),
    intervalCount: integer('interval_count'),
    periodStart: moment('period_start').notNull(),
    periodEnd: moment('period_end').notNull(),
  },
  (t) => [
    index('stripe_invoice_lines_invoice').on(t.invoiceId, t.position),
    index('stripe_invoice_lines_item').on(t.subscriptionItemId).where(sql`subscription_item_id is not null`),
  ],
)

const dueText = sql`(movement ->> 'evidenceDueAt')`
const at = sql`(movement ->> 'at')`
const disputedAmount = sql`((movement ->> 'amount')::bigint)`
const outcome = sql`(movement ->> 'outcome')`

/** Refunds, disputes and credit notes as the provider has them; of an invoice, or of a payment without one. */
export const moneyMovements = pgTable(
  'money_movements',
  {
    id: text().primaryKey(),
    kind: text().$type<MoneyMovement['kind']>().notNull(),
    invoiceId: text('invoice_id').references(() => stripeInvoices.id, { onDelete: 'cascade' }),
    paymentIntentId: text('payment_intent_id'),
    currency: text().notNull(),
    movement: jsonb().$type<MoneyMovement>().notNull(),
    readAt: moment('read_at').notNull().defaultNow(),
    /** What staff were told of a dispute: each outcome once, and each deadline. */
    told: text().array().notNull().default([]),
  },
  (t) => [
    index('money_movements_invoice').on(t.invoiceId).where(sql`invoice_id is not null`),
    index('money_movements_intent').on(t.paymentIntentId).where(sql`payment_intent_id is not null`),
    index('money_movements_disputes').on(dueText, t.id).where(sql`kind = 'dispute'`),
    index('money_movements_disputed').on(at, t.id).where(sql`kind = 'dispute'`),
    index('money_movements_amount').on(disputedAmount, t.id).where(sql`kind = 'dispute'`),
    index('money_movements_outcome').on(outcome, at, t.id).where(sql`kind = 'dispute'`),
    index('money_movements_outcome_amount').on(outcome, disputedAmount, t.id).where(sql`kind = 'dispute'`),
    index('money_movements_untold').on(t.id).where(sql`kind = 'dispute' and not told @> array[movement ->> 'outcome']`),
    index('money_movements_waiting')
      .on(dueText, t.id)
      .where(sql`kind = 'dispute' and movement ->> 'outcome' in ('open', 'inquiry')`),
  ],
)

export const eventStates = ['received', 'done', 'failed'] as const

export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    objectId: text('object_id').notNull(),
    account: text().notNull().default(''),
    createdAt: moment('created_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text().$type<(typeof eventStates)[number]>().notNull(),
    problem: text().notNull().default(''),
    workedAt: moment('worked_at'),
  },
  (t) => [
    index('stripe_events_unfinished').on(t.receivedAt, t.id).where(sql`state <> 'done'`),
    index('stripe_events_worked').on(t.workedAt).where(sql`worked_at is not null`),
  ],
)
