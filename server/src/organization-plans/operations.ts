import type { AuditAction } from '@hikmah/contract/audit'
import { and, eq, sql } from 'drizzle-orm'
import { record } from '../kit/audit/audit.ts'
import type { Tx } from '../kit/write/tx.ts'
import { type Operation, stripeOperations } from '../outside/stripe/operations.ts'
import { cancelAtPeriodEnd, resume, updateItems } from '../outside/stripe/subscriptions.ts'
import { mirrorCancellation } from '../payments/mirror.ts'
import { type AsSeen, assertAsSeen } from './assert-as-seen.ts'

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
export const askedOf = ({ subscription, item, price, quantity, prorationDate }: PlanItemChange) => ({
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
