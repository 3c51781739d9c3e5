import type { AuditAction } from '@hikmah/contract/audit'
import type { Parsed } from '@hikmah/contract/endpoint'
import type { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import {
  isEnding,
  whyPlanCannotBeCanceled,
  whyPlanCannotBeChanged,
  whyPlanCannotBecome,
  whyPlanCannotBeResumed,
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
import { mirrorCancellation } from '../payments/mirror.ts'
import { refresh } from '../payments/refresh.ts'
import { nameBilled } from './catalogue.ts'
import {
  type Billed,
  findPlan,
  fullName,
  planChoices,
  readCatalogueFor,
  readPlan,
  readSubscriptionItems,
} from './queries.ts'

type AsSeen = NonNullable<Parsed<typeof organizationPlans.changePlan>['body']['seen']>

/** Throws CONFLICT with the current plan when it is no longer what the caller saw. */
async function assertAsSeen(db: Db, id: string, itemId: string, seen: AsSeen, now: Date): Promise<void> {
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
interface PlanRecord {
  subscription: string
  name: string
  organizationId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

const recordPlanChange = (
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
async function readChange({ db, clock }: Reads, subscription: string, { itemId, priceId, quantity }: ChangeQuery) {
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
  return {
    change: { subscription, item: itemId, price: priceId, quantity },
    prorationDate: prorationDateOf(
      rows.map(({ item }) => item),
      clock.now(),
    ),
    catalogue,
    renewal: { renewsAt: row.subscription.currentPeriodEnd, isEnding: isEnding(row.subscription) },
    about: {
      ...planRecord(row, fullName(catalogue, row)),
      before: { plan: describePrice(row.item.priceId), quantity: row.item.quantity },
      after: { plan: describePrice(priceId), quantity },
    },
  }
}

const standing = ({ subscription }: Billed) => ({ status: subscription.status, isEnding: isEnding(subscription) })

// Whoever reads a subscription here found it by its organization.
const planRecord = ({ subscription: { id, organizationId } }: Billed, name: string) => ({
  subscription: id,
  name,
  organizationId: organizationId!,
})

export async function previewPlanChange(house: Reads & Payments, id: string, query: ChangeQuery) {
  const { change, prorationDate, catalogue, renewal } = await readChange(house, id, query)
  const request = changeRequest({ ...change, prorationDate })
  return previewChange(house.stripe, request, renewal, (priced) => nameBilled(catalogue, priced).planType)
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
  await performPlanChange(house, actor, planCancellation, planRecord(rows[0], await nameSubscription(house.db, rows)))
}

export async function resumePlan(house: House, actor: StaffActor, id: string): Promise<void> {
  const rows = await readSubscriptionItems(house.db, id)
  refuseIf(whyPlanCannotBeResumed(standing(rows[0])))
  const endsOnDay = !rows[0].subscription.cancelAtPeriodEnd
  await performPlanChange(house, actor, planResumption, {
    ...planRecord(rows[0], await nameSubscription(house.db, rows)),
    endsOnDay,
  })
}

async function nameSubscription(db: Db, rows: Billed[]): Promise<string> {
  const catalogue = await readCatalogueFor(db, rows)
  return rows.map((row) => fullName(catalogue, row)).join(', ')
}

/** Reads our copy again after the change; should that fail, the event brings it. */
async function performPlanChange<Params extends { subscription: string }, Answer extends object>(
  house: House,
  actor: StaffActor,
  operation: Operation<Params, Answer>,
  params: Params,
) {
  await perform(house, actor, operation, params.subscription, params)
  await refresh(house, 'subscription', params.subscription, { use: 'page' }).catch(() => undefined)
}
