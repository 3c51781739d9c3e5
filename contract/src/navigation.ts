import { z } from 'zod'
import { Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'

/** What stands beside the items of the navigation: totals of lists, and what waits. */
export const NavigationCounts = z.object({
  organizations: z.int().optional(),
  taxReviews: z.int().optional(),
  devices: z.int().optional(),
  products: z.int().optional(),
  orders: z.int().optional(),
  staff: z.int().optional(),
  /** How many wait as New, suspected spam not counted. */
  demoRequests: z.int().optional(),
  contactInquiries: z.int().optional(),
  /** Payments are simulated: the console says so on every page. */
  isSandbox: z.literal(true).optional(),
  /** The payment provider is asked with a test key: no money moves. */
  isTestMode: z.literal(true).optional(),
  /** Since when the payment provider does not answer; left out while it does, or nothing was asked of it. */
  paymentsAwaySince: Timestamp.optional(),
  /** Another one whenever anything was written since, so that a console knows when to read again what it shows. */
  mark: z.string(),
})
export type NavigationCounts = z.infer<typeof NavigationCounts>

/** What stands beside the items of an organization's navigation: how much of each it has. */
export const OrganizationCounts = z.object({
  devices: z.int().optional(),
  orders: z.int().optional(),
  plans: z.int().optional(),
})
export type OrganizationCounts = z.infer<typeof OrganizationCounts>

/** What arrives from outside and waits to be answered. */
export type ArrivalKind = 'demoRequests' | 'contactInquiries'

export const navigation = describeEndpoints('Navigation', {
  readNavigationCounts: {
    call: 'GET /hikmah/navigation/counts',
    summary: 'Get the counts in the navigation',
    description:
      'Polled every few seconds by open consoles, so that new arrivals show by themselves. What the person may not see is left out.',
    allow: 'session.own',
    response: NavigationCounts,
  },
  readOrganizationCounts: {
    call: 'GET /hikmah/navigation/counts/:orgId',
    summary: 'Get the counts in the navigation of an organization',
    description: 'What the person may not see is left out.',
    allow: 'organizations.read',
    response: OrganizationCounts,
  },
})
