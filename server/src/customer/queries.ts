import type { CustomerPart, MethodLink, OrganizationCustomer, RetryableInvoice } from '@hikmah/contract/customer'
import { planName } from '@hikmah/contract/organization-plans/rules'
import type { MethodLinkState } from '@hikmah/contract/payment-method-link'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { readOrganizationPlans, type ViewContext } from '../organization-plans/queries.ts'
import { isOwed, isPastDue } from '../organizations/queries.ts'
import {
  isKeptInCancel,
  moneyMovements,
  stripeCustomers,
  stripeInvoices,
  stripePaymentMethods,
  stripeSubscriptions,
} from '../payments/table.ts'
import { paymentMethodLinks } from './table.ts'

export type LinkRow = typeof paymentMethodLinks.$inferSelect
export type CustomerRow = typeof stripeCustomers.$inferSelect

interface Seen extends ViewContext {
  /** The address of the organization, where its customer has none. */
  email: string
}

export async function readOrganizationCustomer(db: Db, orgId: string, seen: Seen): Promise<OrganizationCustomer> {
  const { stripeData: rows } = await readOrganizationPlans(db, orgId, seen)
  const customers = await db
    .select()
    .from(stripeCustomers)
    .where(eq(stripeCustomers.organizationId, orgId))
    .orderBy(asc(stripeCustomers.isDeleted), desc(stripeCustomers.createdAt), asc(stripeCustomers.id))
  const subscriptions = await db.select().from(stripeSubscriptions).where(eq(stripeSubscriptions.organizationId, orgId))
  const rowsOfOne = Map.groupBy(rows, ({ planSubscriptionId }) => planSubscriptionId)
  const read = [...customers, ...subscriptions].map(({ fetchedAt }) => fetchedAt.getTime())
  const ids = customers.map(({ id }) => id)
  return {
    customers: await presentCustomers(db, customers, seen),
    subscriptions: [...rowsOfOne].flatMap(([id, plans]) => {
      const subscription = subscriptions.find((one) => one.id === id)
      return subscription ? presentSubscription(subscription, plans) : []
    }),
    owed: await readOwed(db, orgId, seen.now),
    ...(seen.seesPayer && { retryable: await readRetryable(db, orgId, seen.now) }),
    lifetime: await readLifetime(db, orgId),
    drafts: await readDrafts(db, orgId),
    link: seen.seesPayer && ids.length > 0 ? await readNewestLink(db, orgId, seen.now) : null,
    asOf: read.length > 0 ? new Date(Math.min(...read)).toISOString() : null,
  }
}

type Plans = Awaited<ReturnType<typeof readOrganizationPlans>>['stripeData']

function presentSubscription(subscription: typeof stripeSubscriptions.$inferSelect, plans: Plans) {
  const { id, customerId, status, startedAt, canceledAt, endedAt } = subscription
  const [{ trialEnd, next }] = plans as [Plans[number]]
  return {
    id,
    customerId,
    plans: plans.map((plan) => ({ id: plan._id, name: planName(plan) })),
    status,
    startedAt: startedAt.toISOString(),
    trialEnd,
    next,
    canceledAt: canceledAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

const MAX_CREDITS = 10

async function presentCustomers(db: Db, rows: CustomerRow[], { seesPayer, email }: Seen): Promise<CustomerPart[]> {
  const ids = rows.map(({ id }) => id)
  const methods = await readMethods(db, ids)
  const credits = await readCredits(db, ids)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isDeleted: row.isDeleted,
    balance: row.balanceCurrency ? { amount: row.balance, currency: row.balanceCurrency } : null,
    credits: credits.filter(({ customerId }) => customerId === row.id).map(({ customerId: _, ...credit }) => credit),
    methodsReadAt: row.methodsReadAt?.toISOString() ?? null,
    asOf: row.fetchedAt.toISOString(),
    ...(seesPayer && {
      email: row.email,
      methods: methods
        .filter(({ customerId }) => customerId === row.id)
        .map(({ customerId: _, ...method }) => ({ ...method, isDefault: method.id === row.defaultMethodId }))
        .sort((a, b) => Number(b.isDefault) - Number(a.isDefault)),
      linkTo: row.email || email,
    }),
  }))
}

const readMethods = (db: Db, customers: string[]) => {
  const { id, customerId, type, brand, last4, expMonth, expYear, detachedAt, createdAt } = stripePaymentMethods
  return db
    .select({
      id,
      customerId,
      type,
      brand,
      last4,
      expMonth,
      expYear,
      subscriptions: sql<number>`(select count(*)::integer from stripe_subscriptions s
        where s.customer_id = stripe_payment_methods.customer_id and s.ended_at is null
          and s.default_method_id = stripe_payment_methods.id)`,
    })
    .from(stripePaymentMethods)
    .where(and(inArray(customerId, customers), isNull(detachedAt)))
    .orderBy(desc(createdAt), asc(id))
}

async function readCredits(db: Db, customers: string[]) {
  const { movement, kind, invoiceId, currency } = moneyMovements
  const at = sql<string>`${movement} ->> 'at'`
  const toBalance = sql<number>`(${movement} ->> 'toBalance')::integer`
  return db
    .select({
      customerId: stripeInvoices.customerId,
      number: sql<string>`${movement} ->> 'number'`,
      at,
      amount: toBalance,
      currency,
      invoice: sql<{ id: string; number: string }>`json_build_object('id', ${stripeInvoices.id},
        'number', coalesce(${stripeInvoices.number}, ${stripeInvoices.id}))`,
    })
    .from(moneyMovements)
    .innerJoin(stripeInvoices, eq(stripeInvoices.id, invoiceId))
    .where(
      and(
        inArray(stripeInvoices.customerId, customers),
        eq(kind, 'credit-note'),
        sql`${toBalance} > 0 and not (${movement} ->> 'isVoid')::boolean`,
      ),
    )
    .orderBy(desc(at))
    .limit(MAX_CREDITS)
}

const MAX_OWED = 20

async function readOwed(db: Db, orgId: string, now: Date) {
  const rows = await rowsOf<{ currency: string; amount: string; count: number; invoices: OwedRow[] }>(
    db,
    sql`select i.currency, sum(i.amount_remaining)::text as amount, count(*)::integer as count,
        (json_agg(json_build_object('id', i.id, 'number', coalesce(i.number, i.id), 'amount', i.amount_remaining,
          'since', coalesce(i.due_at, i.finalized_at, i.created_at), 'attempts', i.attempt_count,
          'nextTryAt', i.next_attempt_at, 'decline', i.decline)
          order by coalesce(i.due_at, i.finalized_at, i.created_at), i.id)) as invoices
      from stripe_invoices i where i.organization_id = ${orgId} and ${isOwed} and ${isPastDue(now)}
      group by 1 order by sum(i.amount_remaining) desc, 1`,
  )
  return rows.map(({ currency, amount, count, invoices }) => ({
    currency,
    amount: Number(amount),
    count,
    since: toIso(invoices[0]!.since),
    invoices: invoices.slice(0, MAX_OWED).map((invoice) => ({
      ...invoice,
      since: toIso(invoice.since),
      nextTryAt: invoice.nextTryAt && toIso(invoice.nextTryAt),
    })),
  }))
}

interface OwedRow {
  id: string
  number: string
  amount: number
  since: string
  attempts: number
  nextTryAt: string | null
  decline: string
}

const expiry = sql`make_timestamptz(m.exp_year, m.exp_month, 1, 0, 0, 0, 'UTC') + interval '1 month'`

async function readRetryable(db: Db, orgId: string, now: Date): Promise<RetryableInvoice[]> {
  const rows = await rowsOf<Omit<RetryableInvoice, 'amount'> & { amount: string }>(
    db,
    sql`select i.id, coalesce(i.number, i.id) as number, i.amount_remaining::text as amount, i.currency
      from stripe_invoices i
      join stripe_customers c on c.id = i.customer_id and not c.is_deleted
      left join stripe_subscriptions s on s.id = i.subscription_id
      join stripe_payment_methods m on m.id = coalesce(s.default_method_id, c.default_method_id)
        and m.detached_at is null and (m.exp_year is null or ${expiry} > ${now.toISOString()}::timestamptz)
      where i.organization_id = ${orgId} and ${isOwed} and i.attempt_count > 0 and i.collection_method <> 'send_invoice'
      order by coalesce(i.due_at, i.finalized_at, i.created_at), i.id limit ${MAX_OWED}`,
  )
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/** PostgreSQL writes a moment in JSON with its offset. */
const toIso = (moment: string) => new Date(moment).toISOString()

/** The currency in which most was paid first. */
async function readLifetime(db: Db, orgId: string) {
  const rows = await rowsOf<{ currency: string; paid: string; net: string; invoices: number }>(
    db,
    sql`select currency, sum(amount_paid)::text as paid, count(*)::integer as invoices,
        sum(amount_paid - refunded - returned_outside - lost)::text as net
      from stripe_invoices where organization_id = ${orgId} and status = 'paid' and amount_paid > 0
      group by 1 order by sum(amount_paid) desc, 1`,
  )
  return rows.map((row) => ({ ...row, paid: Number(row.paid), net: Number(row.net) }))
}

const MAX_DRAFTS = 20

async function readDrafts(db: Db, orgId: string) {
  const { id, amountDue, currency, createdAt, nextAttemptAt, billingReason, organizationId, status } = stripeInvoices
  const rows = await db
    .select({ id, amount: amountDue, currency, createdAt, issuedAt: nextAttemptAt, billingReason })
    .from(stripeInvoices)
    .where(and(eq(organizationId, orgId), eq(status, 'draft')))
    .orderBy(desc(createdAt), desc(id))
    .limit(MAX_DRAFTS)
  return rows.map(({ billingReason: reason, ...draft }) => ({
    ...draft,
    createdAt: draft.createdAt.toISOString(),
    issuedAt: draft.issuedAt?.toISOString() ?? null,
    isRenewal: reason === 'subscription_cycle',
  }))
}

const MAX_PAID_IN_CANCEL = 10

export async function readBillingWaiting(db: Db, now: Date) {
  const owed = await rowsOf<{ currency: string; amount: string; since: string; organizations: string[] }>(
    db,
    sql`select i.currency, sum(i.amount_remaining)::text as amount, array_agg(distinct i.organization_id::text) as organizations,
        min(coalesce(i.due_at, i.finalized_at, i.created_at))::text as since
      from stripe_invoices i where i.organization_id is not null and ${isOwed} and ${isPastDue(now)}
      group by 1 order by sum(i.amount_remaining) desc, 1`,
  )
  const [methods] = await rowsOf<{ count: number }>(
    db,
    sql`select count(distinct organization_id)::integer as count from stripe_customers where method_problem <> ''`,
  )
  const paidInCancel = await rowsOf<{ orderId: string; orderNo: string; amount: string; currency: string }>(
    db,
    sql`select o.id as "orderId", '#' || o.order_no as "orderNo", sum(v.amount_paid)::text as amount, v.currency
      from (select * from stripe_invoices where ${isKeptInCancel} order by paid_at, id limit ${MAX_PAID_IN_CANCEL}) v
      join orders o on o.id = v.canceled_order_id
      group by o.id, v.currency order by min(v.paid_at), o.id`,
  )
  return {
    pastDue: new Set(owed.flatMap((row) => row.organizations)).size,
    since: owed.map(({ since }) => toIso(since)).sort()[0] ?? null,
    owed: owed.map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
    paymentMethods: methods?.count ?? 0,
    paidInCancel: paidInCancel.map((row) => ({ ...row, amount: Number(row.amount) })),
  }
}

export function stateOf({ usedAt, revokedAt, expiresAt }: LinkRow, now: Date): MethodLinkState {
  if (usedAt) return 'used'
  if (revokedAt) return 'revoked'
  return expiresAt <= now ? 'expired' : 'open'
}

export const presentLink = (row: LinkRow, now: Date): MethodLink => ({
  state: stateOf(row, now),
  customerId: row.customerId,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  by: row.byName,
  sentTo: row.sentTo,
  openedAt: row.openedAt?.toISOString() ?? null,
  usedAt: row.usedAt?.toISOString() ?? null,
})

async function readNewestLink(db: Db, orgId: string, now: Date): Promise<MethodLink | null> {
  const [row] = await db
    .select()
    .from(paymentMethodLinks)
    .where(eq(paymentMethodLinks.organizationId, orgId))
    .orderBy(desc(paymentMethodLinks.createdAt), desc(paymentMethodLinks.id))
    .limit(1)
  return row ? presentLink(row, now) : null
}
