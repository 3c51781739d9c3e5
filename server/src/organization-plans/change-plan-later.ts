import type { Parsed } from '@hikmah/contract/endpoint'
import type { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { whyPlanCannotBecome, whyPlanCannotBeKept } from '@hikmah/contract/organization-plans/rules'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict, refuseIf, unprocessable } from '../kit/errors/refusal.ts'
import type { Operation } from '../outside/stripe/operations.ts'
import { type ItemPlan, type PlannedChange, planItem, releaseSubscription } from '../outside/stripe/schedules.ts'
import { mirrorPlannedChange } from '../payments/mirror.ts'
import {
  type AsSeen,
  assertAsSeen,
  nameSubscription,
  type PlanRecord,
  performPlanChange,
  planRecord,
  readChange,
  recordedPlan,
  recordedPlans,
  recordPlanChange,
} from './change-plan.ts'
import { planChoices, readPlan, readSubscriptionItems } from './queries.ts'

interface LaterChange extends PlanRecord {
  plan: ItemPlan
  seen: AsSeen
}

export const laterPlanChange: Operation<LaterChange, { planned: PlannedChange }> = {
  kind: 'plan.change-later',
  check: (tx, { subscription, plan, seen }) => assertAsSeen(tx, subscription, plan.item, seen, tx.at),
  run: async (stripe, { plan }, key) => ({ planned: await planItem(stripe, plan, key) }),
  settle: async (tx, { plan: _plan, seen: _seen, ...about }, { planned }) => {
    await mirrorPlannedChange(tx, about.subscription, planned)
    recordPlanChange(tx, 'plan-subscription.change-planned', about)
  },
}

export const planKeeping: Operation<PlanRecord, object> = {
  kind: 'plan.keep',
  run: async (stripe, { subscription }) => {
    await releaseSubscription(stripe, subscription)
    return {}
  },
  settle: async (tx, about) => {
    await mirrorPlannedChange(tx, about.subscription, null)
    recordPlanChange(tx, 'plan-subscription.change-dropped', about)
  },
}

export async function changePlanLater(
  house: House,
  actor: StaffActor,
  id: string,
  { at, seen, ...query }: Parsed<typeof organizationPlans.changePlanLater>['body'],
): Promise<void> {
  const now = house.clock.now()
  await assertAsSeen(house.db, id, query.itemId, seen, now)
  const { row, planned, becomes, catalogue, whyNotLater, about } = await readChange(house, id, query)
  refuseIf(whyNotLater)
  const { item } = row
  const whyNot = planned && whyPlanCannotBecome(query, planned, planChoices(catalogue, row))
  if (whyNot) throw unprocessable('priceId', whyNot)
  if (at !== item.currentPeriodEnd.toISOString()) {
    const current = await readPlan(house.db, id, item.id, { now, seesPayer: true })
    throw conflict('The period of this plan has ended meanwhile, so nothing was planned. See what it is now.', current)
  }
  const { planName, frequency } = becomes
  await performPlanChange(house, actor, laterPlanChange, {
    ...about,
    after: { planned: recordedPlan({ at, plan: planName, quantity: query.quantity, frequency }) },
    plan: {
      subscription: id,
      item: item.id,
      from: { price: item.priceId, quantity: item.quantity },
      price: query.priceId,
      quantity: query.quantity,
      at: item.currentPeriodEnd.getTime() / 1000,
    },
    seen,
  })
}

export async function keepPlan(house: House, actor: StaffActor, id: string): Promise<void> {
  const rows = await readSubscriptionItems(house.db, id)
  refuseIf(whyPlanCannotBeKept(rows[0].subscription.plannedChange))
  const { name, catalogue } = await nameSubscription(house.db, rows)
  await performPlanChange(house, actor, planKeeping, {
    ...planRecord(rows[0], name),
    ...recordedPlans(rows, catalogue),
  })
}
