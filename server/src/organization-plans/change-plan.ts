import type { AuditAction } from '@hikmah/contract/audit'
import type { Data, Parsed } from '@hikmah/contract/endpoint'
import type { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { House, Payments, Reads } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { conflict, notFound } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import { stripeOperations } from '../outside/stripe/operation-table.ts'
import { type Operation, perform } from '../outside/stripe/operations.ts'
import { cancelAtPeriodEnd, resume } from '../outside/stripe/plans.ts'
import { assertRecent, prorationDateOf } from '../outside/stripe/proration.ts'
import { previewItems, previewParts, updateItems } from '../outside/stripe/subscription-items.ts'
import { mirrorCancellation } from '../payments/mirror.ts'
import { refresh } from '../payments/refresh.ts'
import { nameOf } from './catalogue.ts'
import { type Billed, catalogueOf, choicesOf, fullName, readPlan, readSubscriptionItems } from './queries.ts'
import { assertBilled, assertCancellable, assertChanges, assertChoice, assertResumable } from './rules.ts'

export type AsSeen = NonNullable<Parsed<typeof organizationPlans.changePlan>['body']['seen']>

/** Throws CONFLICT with the current plan when it is no longer what the caller saw. */
async function assertAsSeen(db: Db, id: string, itemId: string, seen: AsSeen, now: Date): Promise<void> {
  const rows = await readSubscriptionItems(db, id)
  const row = rows.find(({ item }) => item.id === itemId)
  if (!row) throw notFound('plan')
  const { target, settledAt } = stripeOperations
  const isDoneSince = and(eq(target, id), eq(stripeOperations.state, 'done'), gt(settledAt, row.subscription.fetchedAt))
  // Our copy may not have it yet, and what it says proves nothing.
  if ((await db.$count(stripeOperations, isDoneSince)) > 0)
    throw conflict('This subscription has just changed and is being read again. Try again in a moment.')
  if (row.item.priceId === seen.priceId && row.item.quantity === seen.quantity) return
  // Those who may change it may see the payer.
  throw conflict(
    'This plan was changed while you were looking at it, so nothing was done. See what it is now.',
    await readPlan(db, id, itemId, { now, seesPayer: true }),
  )
}

/** What the audit entry will say, known before the operation runs. */
interface PlanRecord {
  subscription: string
  name: string
  organizationId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

const recordPlanChange = async (
  tx: Tx,
  action: AuditAction & `plan-subscription.${string}`,
  { subscription, name, ...more }: PlanRecord,
) =>
  record(tx, {
    action,
    entity: 'plan-subscription',
    entityId: subscription,
    entityName: name,
    organizationId: more.organizationId,
    ...(more.before && { before: more.before }),
    ...(more.after && { after: more.after }),
  })

interface PlanItemChange {
  subscription: string
  item: string
  price: string
  quantity: number
  prorationDate: number
}

/** As the provider is asked for it. */
const askedOf = ({ subscription, item, price, quantity, prorationDate }: PlanItemChange) => ({
  subscription,
  items: [{ id: item, price, quantity }],
  prorationDate,
})

interface Done {
  status: string
}

export const planChange: Operation<PlanRecord & { change: PlanItemChange; seen?: AsSeen }, Done> = {
  kind: 'plan.change',
  check: async (tx, { subscription, change, seen }) => {
    if (seen) await assertAsSeen(tx, subscription, change.item, seen, tx.at)
  },
  run: async (stripe, { change }, key) => ({ status: (await updateItems(stripe, askedOf(change), key)).status }),
  // Two who press at the same moment send the same preview: it is recorded once.
  settle: async (tx, params) => {
    const { kind, target, state, params: asked } = stripeOperations
    const isSame = sql`${asked} = ${JSON.stringify(params)}::jsonb`
    const isThis = and(eq(kind, 'plan.change'), eq(target, params.subscription), eq(state, 'done'), isSame)
    if ((await tx.$count(stripeOperations, isThis)) > 0) return
    const { change: _change, seen: _seen, ...about } = params
    await recordPlanChange(tx, 'plan-subscription.changed', about)
  },
}

export const planCancellation: Operation<PlanRecord, Done> = {
  kind: 'plan.cancel',
  run: async (stripe, { subscription }, key) => ({
    status: (await cancelAtPeriodEnd(stripe, subscription, key)).status,
  }),
  settle: async (tx, about) => {
    const hasChanged = await mirrorCancellation(tx, about.subscription, true)
    if (hasChanged) await recordPlanChange(tx, 'plan-subscription.cancelled', about)
  },
}

export const planResumption: Operation<PlanRecord & { endsOnDay: boolean }, Done> = {
  kind: 'plan.resume',
  run: async (stripe, { subscription, endsOnDay }, key) => ({
    status: (await resume(stripe, subscription, endsOnDay, key)).status,
  }),
  settle: async (tx, { endsOnDay: _endsOnDay, ...about }) => {
    const hasChanged = await mirrorCancellation(tx, about.subscription, false)
    if (hasChanged) await recordPlanChange(tx, 'plan-subscription.resumed', about)
  },
}

type ChangeQuery = Parsed<typeof organizationPlans.previewPlanChange>['query']

/** The change, when it may be made; otherwise a refusal that names the field. */
async function readChange({ db, clock }: Reads, subscription: string, { itemId, priceId, quantity }: ChangeQuery) {
  const rows = await readSubscriptionItems(db, subscription)
  const row = rows.find((one) => one.item.id === itemId)
  if (!row) throw notFound('plan')
  assertBilled(row.subscription)
  const catalogue = await catalogueOf(db, rows)
  const choices = choicesOf(catalogue, row)
  const choice = assertChoice(choices, priceId)
  assertChanges(row.item, { priceId, quantity })
  const before = choices.find((one) => one.priceId === row.item.priceId)
  const words = (one: typeof choice | undefined) => (one ? `${one.planName}, ${one.frequency}` : row.item.priceId)
  return {
    change: { subscription, item: itemId, price: priceId, quantity },
    prorationDate: prorationDateOf(
      rows.map(({ item }) => item),
      clock.now(),
    ),
    catalogue,
    about: {
      ...planRecordOf(row, fullName(catalogue, row)),
      before: { plan: words(before), quantity: row.item.quantity },
      after: { plan: words(choice), quantity },
    },
  }
}

/** Found by its organization. */
const planRecordOf = ({ subscription: { id, organizationId } }: Billed, name: string) => ({
  subscription: id,
  name,
  organizationId: organizationId!,
})

export async function previewPlanChange(
  house: Reads & Payments,
  id: string,
  asked: ChangeQuery,
): Promise<Data<typeof organizationPlans.previewPlanChange>> {
  const { change, prorationDate, catalogue } = await readChange(house, id, asked)
  const preview = await previewItems(house.stripe, askedOf({ ...change, prorationDate }))
  return { ...previewParts(preview, (priced) => nameOf(catalogue, priced).planType), prorationDate }
}

export async function changePlan(
  house: House,
  actor: StaffActor,
  id: string,
  { prorationDate, seen, ...asked }: Parsed<typeof organizationPlans.changePlan>['body'],
): Promise<void> {
  if (seen) await assertAsSeen(house.db, id, asked.itemId, seen, house.clock.now())
  const { change, prorationDate: now, about } = await readChange(house, id, asked)
  assertRecent(prorationDate, now)
  await done(house, actor, planChange, { ...about, change: { ...change, prorationDate }, ...(seen && { seen }) })
}

export async function cancelPlan(house: House, actor: StaffActor, id: string): Promise<void> {
  const rows = await readSubscriptionItems(house.db, id)
  assertCancellable(rows[0].subscription)
  await done(house, actor, planCancellation, planRecordOf(rows[0], await nameOfAll(house.db, rows)))
}

export async function resumePlan(house: House, actor: StaffActor, id: string): Promise<void> {
  const rows = await readSubscriptionItems(house.db, id)
  const { subscription } = rows[0]
  assertResumable(subscription)
  const endsOnDay = !subscription.cancelAtPeriodEnd
  await done(house, actor, planResumption, { ...planRecordOf(rows[0], await nameOfAll(house.db, rows)), endsOnDay })
}

async function nameOfAll(db: Db, rows: Billed[]): Promise<string> {
  const catalogue = await catalogueOf(db, rows)
  return rows.map((row) => fullName(catalogue, row)).join(', ')
}

/** Once it is done at the provider, our copy is read again; should that fail, the event brings it. */
async function done<Params extends { subscription: string }, Answer extends object>(
  house: House,
  actor: StaffActor,
  operation: Operation<Params, Answer>,
  params: Params,
) {
  await perform(house, actor, operation, params.subscription, params)
  await refresh(house, 'subscription', params.subscription, { use: 'page' }).catch(() => undefined)
}
