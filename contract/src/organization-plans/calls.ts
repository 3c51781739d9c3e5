import { type Calls, callsOf } from '../endpoint.ts'
import type { organizationPlans as endpoints } from './endpoints.ts'

export const paths = {
  getOrganizationPlan: { method: 'GET', path: '/planSubscription/getOrganizationPlan/:orgId' },
  getPlanSubscriptions: { method: 'GET', path: '/planSubscription/getPlanSubscriptions/:planSubscriptionId' },
  readOrganizationPlan: { method: 'GET', path: '/planSubscription/:id/items/:itemId' },
  readNextPayment: { method: 'GET', path: '/planSubscription/:id/nextPayment' },
  previewPlanChange: { method: 'GET', path: '/planSubscription/:id/preview' },
  changePlan: { method: 'PUT', path: '/planSubscription/:id' },
  cancelPlan: { method: 'POST', path: '/planSubscription/:id/cancel' },
  resumePlan: { method: 'POST', path: '/planSubscription/:id/resume' },
} as const satisfies Calls

export const organizationPlans = callsOf<typeof endpoints>(paths)
