import type { AuditAction } from '@hikmah/contract/audit'
import type { Parsed } from '@hikmah/contract/endpoint'
import type { organizationPlans, PlannedPlan } from '@hikmah/contract/organization-plans/endpoints'
import {
  isEnding,
  paymentDate,
  whyPlanCannotBeCanceled,
  whyPlanCannotBeChanged,
  whyPlanCannotBecome,
  whyPlanCannotBeResumed,
  whyPlanCannotChangeLater,
} from '@hikmah/contract/organization-plans/rules'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { House, Payments, Reads } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { conflict, refuseIf, unprocessable } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import { type Operation, perform, stripeOperations } from '../outside/stripe/operations.ts'
import {
  assertRecent,
  cancelAtPeriodEnd,
  previewChange,
  prorationDateOf,
  resume,
  updateItems,
} from '../outside/stripe/subscriptions.ts'
import { mirrorCancellation, mirrorPlannedChange } from '../payments/mirror.ts'
import { refresh } from '../payments/refresh.ts'
import { type Catalogue, nameBilled } from './catalogue.ts'
import {
  type Billed,
  findPlan,
  frequency,
  fullName,
  planChoices,
  plannedPlan,
  readCatalogueFor,
  readPlan,
  readSubscriptionItems,
} from './queries.ts'

export type AsSeen = NonNullable<Parsed<typeof organizationPlans.changePlan>['body']['seen']>

/** Throws CONFLICT with the current plan when it is no longer what the caller saw. */
export async function assertAsSeen(db: Db, id: string, itemId: string, seen: AsSeen, now: Date): Promise<void> {
  const row = findPlan(await readSubscriptionItems(db, id), itemId)
  const { target, settledAt } = stripeOperations
  const isDoneSince = and(eq(target, id), eq(stripeOperations.state, 'done'), gt(settledAt, row.subscription.fetchedAt))
  // Our copy may be older than that change, so it proves nothing.
  if ((await db.$count(stripeOperations, isDoneSince)) > 0)
    throw conflict('This subscription has just changed and is being read again. Try again in a moment.')
  if (row.item.priceId === seen.priceId && row.item.quantity === seen.quantity) return
  // Whoever may change a plan may see its payer.
  throw conflict(
    'This plan was changed while you were looking at it, so nothing was done. See what it is now.',
    await readPlan(db, id, itemId, { now, seesPayer: true }),
  )
}

/** The audit entry, known before the operation runs. */
export interface PlanRecord {
  subscription: string
  name: string
  organizationId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

export const recordPlanChange = (
  tx: Tx,
  action: AuditAction & `plan-subscription.${string}`,
  { subscription, name, ...entry }: PlanRecord,
) => record(tx, { ...entry, action, entity: 'plan-subscription', entityId: subscription, entityName: name })

interface PlanItemChange {
  subscription: string
  item: string
  price: string
  quantity: number
  prorationDate: number
}

const changeRequest = ({ subscription, item, price, quantity, prorationDate }: PlanItemChange) => ({
  subscription,
  items: [{ id: item, price, quantity }],
  prorationDate,
})

export const planChange: Operation<PlanRecord & { change: PlanItemChange; seen?: AsSeen }, { status: string }> = {
  kind: 'plan.change',
  check: async (tx, { subscription, change, seen }) => {
    if (seen) await assertAsSeen(tx, subscription, change.item, seen, tx.at)
  },
  run: async (stripe, { change }, key) => ({ status: (await updateItems(stripe, changeRequest(change), key)).status }),
  // Two people who press at the same moment send the same preview, which is recorded once.
  settle: async (tx, params) => {
    const { kind, target, state } = stripeOperations
    const isSame = sql`${stripeOperations.params} = ${JSON.stringify(params)}::jsonb`
    const isThis = and(eq(kind, 'plan.change'), eq(target, params.subscription), eq(state, 'done'), isSame)
    if ((await tx.$count(stripeOperations, isThis)) > 0) return
    const { change: _change, seen: _seen, ...about } = params
    await mirrorPlannedChange(tx, about.subscription, null)
    recordPlanChange(tx, 'plan-subscription.changed', about)
  },
}

export const planCancellation: Operation<PlanRecord, { status: string }> = {
  kind: 'plan.cancel',
  run: async (stripe, { subscription }, key) => ({
    status: (await cancelAtPeriodEnd(stripe, subscription, key)).status,
  }),
  settle: async (tx, about) => {
    const hasChanged = await mirrorCancellation(tx, about.subscription, true)
    await mirrorPlannedChange(tx, about.subscription, null)
    if (hasChanged) recordPlanChange(tx, 'plan-subscription.cancelled', about)
  },
}

export const planResumption: Operation<PlanRecord & { endsOnDay: boolean }, { status: string }> = {
  kind: 'plan.resume',
  run: async (stripe, { subscription, endsOnDay }, key) => ({
    status: (await resume(stripe, subscription, endsOnDay, key)).status,
  }),
  settle: async (tx, { endsOnDay: _endsOnDay, ...about }) => {
    const hasChanged = await mirrorCancellation(tx, about.subscription, false)
    if (hasChanged) recordPlanChange(tx, 'plan-subscription.resumed', about)
  },
}

type ChangeQuery = Parsed<typeof organizationPlans.previewPlanChange>['query']

/** The change, when it may be made; otherwise a refusal that names the field. */
export async function readChange(
  { db, clock }: Reads,
  subscription: string,
  { itemId, priceId, quantity }: ChangeQuery,
) {
  const rows = await readSubscriptionItems(db, subscription)
  const row = findPlan(rows, itemId)
  refuseIf(whyPlanCannotBeChanged(row.subscription))
  const catalogue = await readCatalogueFor(db, rows)
  const choices = planChoices(catalogue, row)
  const whyNot = whyPlanCannotBecome({ priceId, quantity }, row.item, choices)
  if (whyNot) throw unprocessable('priceId', whyNot)
  const describePrice = (id: string) => {
    const choice = choices.find((price) => price.priceId === id)
    return choice ? `${choice.planName}, ${choice.frequency}` : id
  }
  const planned = plannedPlan(row, catalogue)
  const others = rows.filter((each) => each !== row)
  const becomes = choices.find((price) => price.priceId === priceId)!
  const isOtherCycle = becomes.frequency !== frequency(row)
  return {
    row,
    planned,
    isOtherCycle,
    becomes,
    whyNotLater: whyPlanCannotChangeLater({
      status: row.subscription.status,
      isEnding: isEnding(row.subscription),
      isOutOfStep: others.some(({ item }) => item.currentPeriodEnd.getTime() !== row.item.currentPeriodEnd.getTime()),
      isOtherCycleAlone: isOtherCycle && others.length > 0,
    }),
    change: { subscription, item: itemId, price: priceId, quantity },
    prorationDate: prorationDateOf(
      rows.map(({ item }) => item),
      clock.now(),
    ),
    catalogue,
    renewal: { renewsAt: row.subscription.currentPeriodEnd, isEnding: isEnding(row.subscription) },
    about: {
      ...planRecord(row, fullName(catalogue, row)),
      before: {
        plan: describePrice(row.item.priceId),
        quantity: row.item.quantity,
        ...(planned && { planned: recordedPlan(planned) }),
      },
      after: { plan: describePrice(priceId), quantity },
    },
  }
}

/** For the audit trail: `2 × Premium, monthly, from 2026-12-31`. */
export const recordedPlan = ({
  at,
  plan,
  quantity,
  frequency,
}: Pick<PlannedPlan, 'at' | 'plan' | 'quantity' | 'frequency'>) =>
  `${quantity} × ${plan}, ${frequency}, from ${at.slice(0, 10)}`

/** Everything that is planned for a subscription, to be recorded where it is dropped. */
export function recordedPlans(rows: Billed[], catalogue: Catalogue) {
  const planned = rows.flatMap((row) => plannedPlan(row, catalogue) ?? [])
  return planned.length > 0 ? { before: { planned: planned.map(recordedPlan).join('; ') }, after: { planned: '' } } : {}
}

const standing = ({ subscription }: Billed) => ({ status: subscription.status, isEnding: isEnding(subscription) })

// Whoever reads a subscription here found it by its organization.
export const planRecord = ({ subscription: { id, organizationId } }: Billed, name: string) => ({
  subscription: id,
  name,
  organizationId: organizationId!,
})

export async function previewPlanChange(house: Reads & Payments, id: string, query: ChangeQuery) {
  const { change, prorationDate, catalogue, renewal, ...later } = await readChange(house, id, query)
  const request = changeRequest({ ...change, prorationDate })
  const preview = await previewChange(
    house.stripe,
    request,
    renewal,
    (priced) => nameBilled(catalogue, priced).planType,
  )
  const { whyNotLater } = later
  return {
    ...preview,
    later: preview.next && !whyNotLater ? laterRenewal(preview.next, later) : null,
    whyNotLater: whyNotLater ?? '',
  }
}

/** With the end of the period comes what would be the next renewal; another cycle begins there. */
function laterRenewal(
  { amount, followedAt }: { amount: number; followedAt: string },
  {
    row: { item },
    isOtherCycle,
    becomes,
  }: Pick<Awaited<ReturnType<typeof readChange>>, 'row' | 'isOtherCycle' | 'becomes'>,
) {
  const at = item.currentPeriodEnd
  const nextCycle = () => paymentDate(at, becomes.frequency === 'annually' ? 'year' : 'month', 1).toISOString()
  return { at: at.toISOString(), amount, followedAt: isOtherCycle ? nextCycle() : followedAt, movedFrom: null }
}

export async function changePlan(
  house: House,
  actor: StaffActor,
  id: string,
  { prorationDate, seen, ...query }: Parsed<typeof organizationPlans.changePlan>['body'],
): Promise<void> {
  if (seen) await assertAsSeen(house.db, id, query.itemId, seen, house.clock.now())
  const { change, prorationDate: now, about } = await readChange(house, id, query)
  assertRecent(prorationDate, now)
  await performPlanChange(house, actor, planChange, {
    ...about,
    change: { ...change, prorationDate },
    ...(seen && { seen }),
  })
}

export async function cancelPlan(house: House, actor: StaffActor, id: string): Promise<void> {
  const rows = await readSubscriptionItems(house.db, id)
  refuseIf(whyPlanCannotBeCanceled(standing(rows[0])))
  const { name, catalogue } = await nameSubscription(house.db, rows)
  const about = { ...planRecord(rows[0], name), ...recordedPlans(rows, catalogue) }
  await performPlanChange(house, actor, planCancellation, about)
}

export async function resumePlan(house: House, actor: StaffActor, id: string): Promise<void> {
  const rows = await readSubscriptionItems(house.db, id)
  refuseIf(whyPlanCannotBeResumed(standing(rows[0])))
  const endsOnDay = !rows[0].subscription.cancelAtPeriodEnd
  await performPlanChange(house, actor, planResumption, {
    ...planRecord(rows[0], (await nameSubscription(house.db, rows)).name),
    endsOnDay,
  })
}

export async function nameSubscription(db: Db, rows: Billed[]) {
  const catalogue = await readCatalogueFor(db, rows)
  return { catalogue, name: rows.map((row) => fullName(catalogue, row)).join(', ') }
}

/** Reads our copy again after the change; should that fail, the event brings it. */
export async function performPlanChange<Params extends { subscription: string }, Answer extends object>(
  house: House,
  actor: StaffActor,
  operation: Operation<Params, Answer>,
  params: Params,
) {
  await perform(house, actor, operation, params.subscription, params)
  await refresh(house, 'subscription', params.subscription, { use: 'page' }).catch(() => undefined)
}
