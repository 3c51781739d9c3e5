import { amountFor } from '@hikmah/contract/money'
import type { PlanDetails, PlannedPlan, PlanRow, PlanSubscription } from '@hikmah/contract/organization-plans/endpoints'
import { billedStatuses, type NextPayment, nextPayment, planName } from '@hikmah/contract/organization-plans/rules'
import { type PlanMark, planMarks } from '@hikmah/contract/organizations/words'
import { frequencyOf } from '@hikmah/contract/payments'
import { and, asc, desc, eq, getTableColumns, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Payments, Reads } from '../house.ts'
import type { Db } from '../kit/db/db.ts'
import { existing, notFound, Refusal } from '../kit/errors/refusal.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import { assertOrganization, isOwed, isPastDue } from '../organizations/queries.ts'
import { organizations } from '../organizations/table.ts'
import type { PlannedChange, PlannedItem } from '../outside/stripe/schedules.ts'
import { previewNextInvoice } from '../outside/stripe/subscriptions.ts'
import { stripeInvoiceLines, stripeInvoices, stripeSubscriptionItems, stripeSubscriptions } from '../payments/table.ts'
import { type Catalogue, nameBilled, readCatalogue } from './catalogue.ts'

const item = getTableColumns(stripeSubscriptionItems)
const subscription = getTableColumns(stripeSubscriptions)

/** Paid with: the card it is billed to, or the one that paid last. */
const lastCard = (column: 'brand' | 'last4') =>
  sql<string>`coalesce((select i.payment ->> ${sql.raw(`'${column}'`)} from ${stripeInvoices} i
    where i.subscription_id = ${stripeSubscriptions.id} and i.payment is not null order by i.created_at desc limit 1), '')`

/** A renewal that the provider has drawn up and charges within the hour. */
const draft = sql<{
  at: string
  amount: number
} | null>`(select json_build_object('at', i.created_at, 'amount', i.amount_due)
  from ${stripeInvoices} i where i.subscription_id = ${stripeSubscriptions.id} and i.status = 'draft'
    and i.billing_reason = 'subscription_cycle' order by i.created_at desc limit 1)`

/** What is issued for it and not paid. */
const owed = sql<{
  amount: number
  since: string
  invoiceId: string
  attempts: number
  nextTryAt: string | null
  decline: string
} | null>`(select json_build_object('amount', sum(i.amount_remaining), 'since', min(i.since), 'attempts', max(i.attempt_count),
    'invoiceId', (array_agg(i.id order by i.since))[1], 'nextTryAt', min(i.next_attempt_at),
    'decline', coalesce((array_agg(i.decline order by i.created_at desc) filter (where i.decline <> ''))[1], ''))
  from (select *, coalesce(due_at, finalized_at, created_at) as since from ${stripeInvoices}) i
  where i.subscription_id = ${stripeSubscriptions.id} and i.status = 'open' and i.amount_remaining > 0
  having count(*) > 0)`

/** What is due cannot be charged to the payment method of its customer. */
const hasMethodProblem = sql<boolean>`(${stripeSubscriptions.collectionMethod} <> 'send_invoice'
  and exists (select from stripe_customers c where c.id = ${stripeSubscriptions.customerId} and c.method_problem <> ''))`

const selected = (db: Db) =>
  db
    .select({
      draft,
      owed,
      item,
      subscription,
      orgName: organizations.name,
      hasMethodProblem,
      paidBrand: lastCard('brand'),
      paidLast4: lastCard('last4'),
    })
    .from(stripeSubscriptionItems)
    .innerJoin(stripeSubscriptions, eq(stripeSubscriptions.id, stripeSubscriptionItems.subscriptionId))
    .innerJoin(organizations, eq(organizations.id, stripeSubscriptions.organizationId))
    .$dynamic()

export type Billed = Awaited<ReturnType<typeof selected>>[number]

const MAX_SHOWN = 200
const isBilled = sql`(${stripeSubscriptions.status} in (${sql.join(
  billedStatuses.map((status) => sql`${status}`),
  sql`, `,
)}))`

/** Plans that are still billed come first, then the newest. */
export async function readOrganizationPlans(db: Db, orgId: string, { now, seesPayer }: ViewContext, mark?: PlanMark) {
  await assertOrganization(db, orgId)
  const isPastDueHere = sql`${stripeSubscriptions.id} in (select i.subscription_id from stripe_invoices i
    where i.organization_id = ${orgId} and ${isOwed} and ${isPastDue(now)})`
  const isMarked: Record<PlanMark, SQL | undefined> = {
    'past-due': isPastDueHere,
    'payment-method': and(isBilled, hasMethodProblem),
    ends: and(isBilled, or(isNotNull(stripeSubscriptions.cancelAt), stripeSubscriptions.cancelAtPeriodEnd)),
    trial: eq(stripeSubscriptions.status, 'trialing'),
  }
  const rows = await selected(db)
    .where(and(eq(stripeSubscriptions.organizationId, orgId), mark && isMarked[mark]))
    .orderBy(
      desc(isBilled),
      desc(stripeSubscriptions.startedAt),
      asc(stripeSubscriptions.id),
      asc(stripeSubscriptionItems.position),
    )
    .limit(MAX_SHOWN)
  const catalogue = await readCatalogueFor(db, rows)
  return {
    planSubscriptionId: rows[0]?.subscription.id ?? null,
    orgId,
    stripeData: rows.map((row) => presentRow(row, catalogue, { now, seesPayer })),
  }
}

/** Everything that a subscription holds, in its order. */
export async function readSubscriptionItems(db: Db, id: string): Promise<[Billed, ...Billed[]]> {
  const [first, ...others] = await selected(db)
    .where(and(eq(stripeSubscriptions.id, id), isNotNull(stripeSubscriptions.organizationId)))
    .orderBy(asc(stripeSubscriptionItems.position))
  if (!first) throw notFound('subscription')
  return [first, ...others]
}

export function findPlan(rows: Billed[], itemId: string) {
  const plans = rows.filter(({ item }) => item.id === itemId)
  return existing(plans, 'plan')
}

export const readCatalogueFor = (db: Db, rows: Billed[]) =>
  readCatalogue(db, [...new Set(rows.map((row) => row.item.productId))])

export async function readPlanSubscription(db: Db, id: string): Promise<PlanSubscription> {
  const rows = await readSubscriptionItems(db, id)
  const catalogue = await readCatalogueFor(db, rows)
  const held: PlanSubscription = { _id: id, extraintegrations: { selectedIntegrations: [] } }
  for (const row of rows) {
    const { product, plan, planType } = nameBilled(catalogue, row.item)
    // The word of this call, where others say `annually`.
    const paymentFrequency = frequency(row) === 'annually' ? 'annual' : frequency(row)
    const createdAt = row.subscription.startedAt.toISOString()
    if (product.kind === 'integration') {
      const price = planAmount(row)
      held.extraintegrations.selectedIntegrations.push({ name: plan, price, paymentFrequency, createdAt })
    } else {
      const key = freeKey(held, product.name)
      held[key] = { plan, planName: planType, paymentFrequency, total: planAmount(row), createdAt }
    }
  }
  return held
}

/** An application may have a plan and its hardware in one subscription: the second is `deenkiosk_2`. */
function freeKey(held: object, name: string): string {
  let key = name
  for (let n = 2; key in held; n += 1) key = `${name}_${n}`
  return key
}

export async function readPlan(db: Db, id: string, itemId: string, seen: ViewContext): Promise<PlanDetails> {
  const rows = await readSubscriptionItems(db, id)
  const row = findPlan(rows, itemId)
  const catalogue = await readCatalogueFor(db, rows)
  const otherNames = (those: Billed[]) => those.filter((one) => one !== row).map((one) => fullName(catalogue, one))
  const due = dueNext(rows)
  return {
    ...presentRow(row, catalogue, seen),
    // The caller found it by its organization.
    orgId: row.subscription.organizationId!,
    orgName: row.orgName,
    priceId: row.item.priceId,
    totalBilled: await billedFor(db, itemId),
    choices: planChoices(catalogue, row),
    together: otherNames(rows),
    paidNextWith: due.includes(row) ? otherNames(due) : null,
    wouldEndAt: row.subscription.currentPeriodEnd?.toISOString() ?? null,
    asOf: row.subscription.fetchedAt.toISOString(),
  }
}

/** The prices that a plan may change to, its own among them for another quantity. */
export function planChoices(catalogue: Catalogue, row: Billed): PlanDetails['choices'] {
  const { choices, planType, plan } = nameBilled(catalogue, row.item)
  const { priceId, unitAmount: amount, currency } = row.item
  const fitting = choices.filter((choice) => choice.currency === currency)
  if (fitting.some((choice) => choice.priceId === priceId)) return fitting
  return [{ priceId, planName: planType || plan, frequency: frequency(row), amount, currency }, ...fitting]
}

export function fullName(catalogue: Catalogue, row: Billed): string {
  const { plan, planType } = nameBilled(catalogue, row.item)
  return planName({ subscription_plan: plan, subscription_plan_type: planType })
}

/** The amount that all invoices billed for this plan alone. */
async function billedFor(db: Db, itemId: string): Promise<number> {
  const { amount, discount, subscriptionItemId, invoiceId } = stripeInvoiceLines
  const [sum] = await db
    .select({ billed: sql<string>`coalesce(sum(${amount} - ${discount}), 0)` })
    .from(stripeInvoiceLines)
    .innerJoin(stripeInvoices, eq(stripeInvoices.id, invoiceId))
    .where(and(eq(subscriptionItemId, itemId), eq(stripeInvoices.status, 'paid')))
  return Number(sum?.billed ?? 0)
}

export interface ViewContext {
  now: Date
  seesPayer: boolean
}

const planAmount = ({ item: { unitAmount, quantity } }: Billed) =>
  unitAmount === null ? null : amountFor(unitAmount, quantity)

export const frequency = ({ item: { recurringInterval: interval, intervalCount } }: Billed) =>
  frequencyOf({ interval, intervalCount })

/** A subscription of several rhythms is paid for in parts, and ends as a whole with the first period that ends. */
function nextPlanPayment(row: Billed, now: Date): NextPayment {
  const { item: own, subscription, draft } = row
  if (draft && isInDraft(row) && billedStatuses.includes(subscription.status))
    return { kind: 'charging', at: new Date(draft.at) }
  const { recurringInterval: interval, intervalCount, currentPeriodEnd } = own
  const next = nextPayment({ ...subscription, interval, intervalCount }, now)
  return next.kind === 'pays' ? { ...next, at: currentPeriodEnd } : next
}

/** The period that a draft is for has just begun. */
const isInDraft = ({ draft, item }: Billed) =>
  draft !== null && Math.abs(Date.parse(draft.at) - item.currentPeriodStart.getTime()) < DAY_S * 1000

/** The plans of a subscription that its next payment is for. */
function dueNext<Row extends Billed>(rows: Row[]): Row[] {
  const drafted = rows.filter(isInDraft)
  if (drafted.length > 0) return drafted
  const first = Math.min(...rows.map(({ item }) => item.currentPeriodEnd.getTime()))
  return rows.filter(({ item }) => item.currentPeriodEnd.getTime() === first)
}

function presentRow(row: Billed, catalogue: Catalogue, { now, seesPayer }: ViewContext): PlanRow {
  const { plan, planType, product } = nameBilled(catalogue, row.item)
  const next = nextPlanPayment(row, now)
  const brand = row.subscription.cardBrand || row.paidBrand
  const last4 = row.subscription.cardBrand ? row.subscription.cardLast4 : row.paidLast4
  return {
    _id: row.item.id,
    planSubscriptionId: row.subscription.id,
    subscription_plan: plan,
    subscription_plan_type: planType,
    amount: planAmount(row),
    currency: row.item.currency,
    quantity: row.item.quantity,
    frequency: frequency(row),
    created: Math.floor(row.subscription.startedAt.getTime() / 1000),
    status: row.subscription.status,
    trialEnd: row.subscription.status === 'trialing' ? (row.subscription.trialEnd?.toISOString() ?? null) : null,
    payment_method_details: seesPayer && brand ? { card: { brand, last4 } } : null,
    next: { kind: next.kind, at: next.kind === 'none' ? null : next.at.toISOString() },
    product,
    planned: plannedPlan(row, catalogue),
    owed: presentOwed(row, now),
    isPaidByInvoice: row.subscription.collectionMethod === 'send_invoice',
    marks: marksOf(row, now),
  }
}

/** As `isPastDue` and the filter of the list have them. */
function marksOf({ owed, hasMethodProblem, subscription }: Billed, now: Date): PlanMark[] {
  const { status, cancelAt, cancelAtPeriodEnd } = subscription
  const isStillBilled = billedStatuses.includes(status)
  const has: Record<PlanMark, boolean> = {
    'past-due': owed !== null && (owed.attempts > 0 || new Date(owed.since) <= secondsAfter(now, -DAY_S)),
    'payment-method': isStillBilled && hasMethodProblem,
    ends: isStillBilled && (cancelAt !== null || cancelAtPeriodEnd),
    trial: status === 'trialing',
  }
  return planMarks.filter((mark) => has[mark])
}

function presentOwed({ owed }: Billed, now: Date): PlanRow['owed'] {
  if (!owed) return null
  const { since, nextTryAt, ...rest } = owed
  const due = new Date(since)
  const next = nextTryAt && new Date(nextTryAt).toISOString()
  return { ...rest, since: due.toISOString(), isOverdue: due <= now, nextTryAt: next }
}

/** What the provider's schedule makes of it with its next period; null where it stays. */
export function plannedPlan(
  { item, subscription: { plannedChange } }: Billed,
  catalogue: Catalogue,
): PlannedPlan | null {
  const becomes = plannedChange?.items.find(({ itemId }) => itemId === item.id)
  if (!plannedChange || !becomes) return null
  const { plan, planType } = nameBilled(catalogue, becomes)
  return presentPlanned(plannedChange.at, becomes, planType || plan)
}

/** All that a subscription changes into, by full names. */
export async function readPlannedPlans(db: Db, { at, items }: PlannedChange): Promise<PlannedPlan[]> {
  const catalogue = await readCatalogue(db, [...new Set(items.map(({ productId }) => productId))])
  return items.map((item) => {
    const { plan, planType } = nameBilled(catalogue, item)
    return presentPlanned(at, item, planName({ subscription_plan: plan, subscription_plan_type: planType }))
  })
}

function presentPlanned(at: string, becomes: PlannedItem, plan: string): PlannedPlan {
  const { priceId, quantity, unitAmount, currency, recurringInterval: interval, intervalCount } = becomes
  return {
    at,
    plan,
    priceId,
    quantity,
    amount: unitAmount === null ? null : amountFor(unitAmount, quantity),
    currency,
    frequency: frequencyOf({ interval, intervalCount }),
  }
}

/** The next payment of the subscription by the provider's preview, or the sum of its plans while it cannot be reached. */
export async function readNextPayment({ db, clock, stripe }: Reads & Payments, id: string) {
  const rows = await readSubscriptionItems(db, id)
  const { currency } = rows[0].subscription
  const [{ draft, subscription }] = rows
  if (draft && billedStatuses.includes(subscription.status))
    return { amount: draft.amount, currency, isEstimate: false }
  if (nextPlanPayment(rows[0], clock.now()).kind !== 'pays') return { amount: null, currency, isEstimate: false }
  try {
    const { amount_due } = await previewNextInvoice(stripe, id)
    return { amount: amount_due, currency, isEstimate: false }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const amounts = dueNext(rows).map(planAmount)
    const isKnown = amounts.every((amount) => amount !== null)
    return { amount: isKnown ? amounts.reduce((sum, amount) => sum + amount, 0) : null, currency, isEstimate: true }
  }
}
