import { z } from 'zod'
import { describeEndpoints } from '../endpoint.ts'
import {
  ChangePreview,
  ItemId,
  OrganizationPlan,
  PLAN_CANCELLED,
  PLAN_CHANGED,
  PLAN_RESUMED,
  PlanChange,
  PlanChangeAsSeen,
  PlanDetails,
  PlanSubscription,
  SubscriptionId,
} from './schemas.ts'

const oneSubscription = z.object({ id: SubscriptionId })
const ENDED = 'CONFLICT: the subscription has ended'
const AWAY =
  'UPSTREAM: the payment provider did not answer; the outcome is found out automatically, and nothing is done twice'

export const organizationPlans = describeEndpoints('Organization plans', {
  getOrganizationPlan: {
    call: 'GET /planSubscription/getOrganizationPlan/:orgId',
    summary: 'List the plans of an organization',
    description:
      'One row for each recurring charge; those that are still billed first, then the newest. Amounts in minor units.',
    allow: 'billing.read',
    response: OrganizationPlan,
  },
  getPlanSubscriptions: {
    call: 'GET /planSubscription/getPlanSubscriptions/:planSubscriptionId',
    summary: 'Get what a subscription holds',
    description:
      'Each application under its name, and all integrations under `extraintegrations`. Amounts in minor units.',
    allow: 'billing.read',
    params: z.object({ planSubscriptionId: SubscriptionId }),
    response: PlanSubscription,
  },
  readOrganizationPlan: {
    call: 'GET /planSubscription/:id/items/:itemId',
    summary: 'Get one plan of an organization',
    description: 'As it was last read at the payment provider, which need not be reachable.',
    allow: 'billing.read',
    params: z.object({ id: SubscriptionId, itemId: ItemId }),
    response: PlanDetails,
  },
  readNextPayment: {
    call: 'GET /planSubscription/:id/nextPayment',
    summary: 'Get the amount of the next payment of a subscription',
    description:
      'By the provider’s own preview, with discounts, tax and credit; where it cannot be reached, the sum of the plans that are due then, marked as such. Null when there is no next payment.',
    allow: 'billing.read',
    params: oneSubscription,
    response: z.object({ amount: z.int().nullable(), currency: z.string(), isEstimate: z.boolean() }),
  },
  previewPlanChange: {
    call: 'GET /planSubscription/:id/preview',
    summary: 'Preview a change of plan',
    description: 'What the payment provider would charge at once. Nothing is changed.',
    refusals: { 409: ENDED, 502: 'UPSTREAM: the payment provider cannot be reached' },
    allow: 'billing.manage',
    params: oneSubscription,
    query: PlanChange,
    response: ChangePreview,
  },
  changePlan: {
    call: 'PUT /planSubscription/:id',
    summary: 'Change a plan',
    description:
      'To another price of the same product, or another quantity. Charged at once, as previewed. With `seen`, the plan as it was when this was decided, nothing is changed if somebody else has changed it since.',
    refusals: {
      402: 'UPSTREAM: the card was refused, and nothing was changed',
      409: `${ENDED}, was changed meanwhile (\`current\` is the plan as it is now), or is being changed`,
      502: AWAY,
    },
    example: {
      body: {
        itemId: 'si_1QmStdMo29',
        priceId: 'price_1QmStdMo29',
        quantity: 2,
        prorationDate: 1_773_480_600,
        seen: { priceId: 'price_1QmBasMo19', quantity: 1 },
      },
    },
    allow: 'billing.manage',
    params: oneSubscription,
    body: PlanChangeAsSeen,
    conflict: PlanDetails,
    message: PLAN_CHANGED,
  },
  cancelPlan: {
    call: 'POST /planSubscription/:id/cancel',
    summary: 'Cancel a subscription at the end of its period',
    description: 'All plans of the subscription run until then and are not paid for again.',
    refusals: { 409: `${ENDED} or is already cancelled`, 502: AWAY },
    allow: 'billing.manage',
    params: oneSubscription,
    message: PLAN_CANCELLED,
  },
  resumePlan: {
    call: 'POST /planSubscription/:id/resume',
    summary: 'Resume a subscription that was cancelled and has not ended yet',
    refusals: { 409: `${ENDED} or is not cancelled`, 502: AWAY },
    allow: 'billing.manage',
    params: oneSubscription,
    message: PLAN_RESUMED,
  },
})
