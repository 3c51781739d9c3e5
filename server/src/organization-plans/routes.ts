import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { maySeePayer } from '@hikmah/contract/permissions'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Serve } from '../kit/http/serve.ts'
import { cancelPlan, changePlan, previewPlanChange, resumePlan } from './change-plan.ts'
import { changePlanLater, keepPlan } from './change-plan-later.ts'
import { readNextPayment, readOrganizationPlans, readPlan, readPlanSubscription } from './queries.ts'

export function organizationPlanRoutes(serve: Serve, house: House) {
  const { db, clock } = house
  const seen = ({ role }: StaffActor) => ({ now: clock.now(), seesPayer: maySeePayer(role) })
  serve(organizationPlans.getOrganizationPlan, ({ params, query, actor }) =>
    readOrganizationPlans(db, params.orgId, seen(actor), query.mark),
  )
  serve(organizationPlans.getPlanSubscriptions, ({ params }) => readPlanSubscription(db, params.planSubscriptionId))
  serve(organizationPlans.readOrganizationPlan, ({ params, actor }) =>
    readPlan(db, params.id, params.itemId, seen(actor)),
  )
  serve(organizationPlans.readNextPayment, ({ params }) => readNextPayment(house, params.id))
  serve(organizationPlans.previewPlanChange, ({ params, query }) => previewPlanChange(house, params.id, query))
  serve(organizationPlans.changePlan, ({ params, body, actor }) => changePlan(house, actor, params.id, body))
  serve(organizationPlans.changePlanLater, ({ params, body, actor }) => changePlanLater(house, actor, params.id, body))
  serve(organizationPlans.keepPlan, ({ params, actor }) => keepPlan(house, actor, params.id))
  serve(organizationPlans.cancelPlan, ({ params, actor }) => cancelPlan(house, actor, params.id))
  serve(organizationPlans.resumePlan, ({ params, actor }) => resumePlan(house, actor, params.id))
}
