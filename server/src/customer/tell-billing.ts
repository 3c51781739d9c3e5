import { consolePaths } from '@hikmah/contract/console-paths'
import { formatMoney } from '@hikmah/contract/money'
import { describeDecline } from '@hikmah/contract/open-invoices'
import { nameInText } from '@hikmah/contract/organizations/words'
import { and, eq, gt, isNotNull, ne, not, type SQL, sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import { rowsOf } from '../kit/db/db.ts'
import { job, tryEach } from '../kit/jobs/jobs.ts'
import { DAY_S, formatUtcDay, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { notifyStaff } from '../notices/notify-staff.ts'
import { organizations } from '../organizations/table.ts'
import type { EventHandler } from '../payments/events.ts'
import type { Comparer } from '../payments/mirror.ts'
import { aboutCustomer } from '../payments/queries.ts'
import { PROVIDER } from '../payments/refresh.ts'
import { stripeCustomers, stripeInvoices, stripePaymentMethods } from '../payments/table.ts'

/** After the mirror, which reads the invoice of the same event. */
export const failedRenewalHandler: EventHandler = {
  types: ['invoice.payment_failed', 'invoice.payment_action_required', 'invoice.updated'],
  work: (house, { object }) => tellFailures(house, eq(stripeInvoices.id, object.id)),
}

/** After the mirror, which reads the customer of the same event with its payment methods. */
export const lostMethodHandler: EventHandler = {
  types: ['payment_method.', 'customer.source.', 'customer.updated', 'customer.subscription.'],
  work: async (house, { type, object }) => {
    const customer = type === 'customer.updated' ? object.id : await customerOf(house, object)
    if (customer) await tellMethods(house, customer)
  },
}

/** Of a payment method that was detached only our copy knows whose it was. */
async function customerOf({ db }: House, object: Record<string, unknown> & { id: string }): Promise<string | null> {
  if (typeof object.customer === 'string') return object.customer
  const { id, customerId } = stripePaymentMethods
  const [row] = await db.select({ customerId }).from(stripePaymentMethods).where(eq(id, object.id))
  return row?.customerId ?? null
}

/** What no event told. */
export const compareBilling: Comparer = (house) => tellBilling(house)

/** Cards expire without an event, and an invoice may be read by a page before its event comes. */
export const billingJob = job({ name: 'billing-notices', every: 'hour', work: (house: House) => tellBilling(house) })

async function tellBilling(house: House): Promise<void> {
  await tellFailures(house)
  await tellMethods(house)
}

/** Staff heard of what failed longer ago by other ways: the first comparison reads all there ever was. */
const NEWS_DAYS = 30

/** Tells staff of each renewal whose payment failed: once, in whatever order its events come. */
async function tellFailures(house: House, chosen?: SQL): Promise<void> {
  const { id, status, attemptCount, isFailureTold, organizationId, subscriptionId, billingReason } = stripeInvoices
  const isUntold = and(eq(status, 'open'), gt(attemptCount, 0), not(isFailureTold))
  // Of a first payment the customer hears at the checkout.
  const isRenewal = and(isNotNull(organizationId), isNotNull(subscriptionId), ne(billingReason, 'subscription_create'))
  const untold = await house.db
    .select({ id })
    .from(stripeInvoices)
    .where(and(isUntold, isRenewal, chosen))
  await tryEach(untold, (row) =>
    house.change(PROVIDER, async (tx) => {
      // Another process with the same invoice waits here, and finds it told.
      const [invoice] = await tx
        .update(stripeInvoices)
        .set({ isFailureTold: true })
        .where(and(eq(id, row.id), isUntold))
        .returning()
      if (invoice) await tellFailure(house, tx, invoice)
    }),
  )
}

async function tellFailure(house: House, tx: Tx, invoice: typeof stripeInvoices.$inferSelect) {
  const { id, number, organizationId, amountRemaining, currency, decline, nextAttemptAt, createdAt } = invoice
  const why = describeDecline(decline)
  record(tx, {
    entity: 'invoice',
    entityId: id,
    entityName: number ?? id,
    organizationId,
    action: 'invoice.payment-refused',
    after: { decline: why },
  })
  if (createdAt < secondsAfter(tx.at, -NEWS_DAYS * DAY_S)) return
  const about = `renewal of ${await nameOf(tx, organizationId!)} over ${formatMoney(amountRemaining, currency)}`
  const next = nextAttemptAt ? `The next try is ${formatUtcDay(nextAttemptAt)}` : 'It is not tried again by itself'
  await notifyStaff(house, tx, 'failed-renewals', {
    subject: `The ${about} failed`,
    line: `The ${about} failed: ${why}. ${next}.`,
    path: consolePaths.receipt(id, organizationId!),
  })
}

async function nameOf(tx: Tx, id: string): Promise<string> {
  const [row] = await tx.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, id))
  return nameInText(row?.name ?? '')
}

/**
 * What keeps a customer from being charged: the payment method of a running subscription has expired, or was detached
 * and no other is the default. Who never had one, or is sent invoices, has no problem.
 */
const judged = (now: Date, customer?: string) => sql`
  select c.id, c.method_problem as told, coalesce((
    select case
        when live.id is not null then 'expired ' || live.id || ' ' || live.exp_year || '-' || live.exp_month
        else 'lost ' || gone.id end
      from stripe_subscriptions s
      left join stripe_payment_methods live
        on live.id = coalesce(s.default_method_id, c.default_method_id) and live.detached_at is null
      left join lateral (select m.id from stripe_payment_methods m
        where m.customer_id = c.id and m.detached_at is not null order by m.detached_at desc, m.id limit 1) gone
        on live.id is null
      where s.customer_id = c.id and s.status in ('active', 'trialing', 'past_due', 'unpaid')
        and not exists (select from stripe_invoices i
          where i.id = s.latest_invoice_id and i.collection_method = 'send_invoice')
        and (gone.id is not null
          or make_timestamptz(live.exp_year, live.exp_month, 1, 0, 0, 0, 'UTC') + interval '1 month' <= ${now.toISOString()}::timestamptz)
      order by s.started_at, s.id limit 1), '') as problem
  from stripe_customers c
  where c.organization_id is not null and not c.is_deleted and c.methods_read_at is not null
    ${customer ? sql`and c.id = ${customer}` : sql``}`

/** Keeps the problem of each customer as a mark, and tells staff when there is a new one. */
async function tellMethods(house: House, customer?: string): Promise<void> {
  const differing = (now: Date, id?: string) =>
    sql`select id, problem from (${judged(now, id)}) judged where problem <> told`
  const changed = await rowsOf<{ id: string }>(house.db, differing(house.clock.now(), customer))
  await tryEach(changed, ({ id }) =>
    house.change(PROVIDER, async (tx) => {
      // Another process with the same customer waits here.
      const [row] = await tx.select().from(stripeCustomers).where(eq(stripeCustomers.id, id)).for('update')
      const [now] = await rowsOf<{ problem: string }>(tx, differing(tx.at, id))
      if (!row?.organizationId || !now) return
      await tx.update(stripeCustomers).set({ methodProblem: now.problem }).where(eq(stripeCustomers.id, id))
      if (now.problem !== '') await tellMethod(house, tx, { ...row, organizationId: row.organizationId }, now.problem)
    }),
  )
}

type Customer = typeof stripeCustomers.$inferSelect & { organizationId: string }

async function tellMethod(house: House, tx: Tx, customer: Customer, problem: string) {
  const { organizationId } = customer
  const [kind, methodId = ''] = problem.split(' ')
  const [method] = await tx.select().from(stripePaymentMethods).where(eq(stripePaymentMethods.id, methodId))
  const card = [method?.brand.toUpperCase(), method?.last4].filter(Boolean).join(' ') || 'The payment method'
  const isLost = kind === 'lost'
  record(tx, {
    ...aboutCustomer(customer, organizationId),
    action: isLost ? 'payment-customer.method-lost' : 'payment-customer.method-expired',
    after: { method: card },
  })
  const what = `${card} of ${await nameOf(tx, organizationId)} ${isLost ? 'was removed' : 'has expired'}`
  await notifyStaff(house, tx, 'payment-methods', {
    subject: what,
    line: `${what}, and its subscriptions have no other payment method. Send it a link to save one.`,
    path: consolePaths.organizationCustomer(organizationId),
  })
}
