import { z } from 'zod'
import { Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'

/** Totals of lists, and how much waits. */
export const NavigationCounts = z.object({
  organizations: z.int().optional(),
  taxReviews: z.int().optional(),
  devices: z.int().optional(),
  products: z.int().optional(),
  orders: z.int().optional(),
  staff: z.int().optional(),
  /** New ones, without suspected spam. */
  demoRequests: z.int().optional(),
  contactInquiries: z.int().optional(),
  /** What the server runs: a version, in a release with its commit. */
  release: z.string(),
  /** Payments are simulated. */
  isSandbox: z.literal(true).optional(),
  /** The payment provider's key is a test key: no money moves. */
  isTestMode: z.literal(true).optional(),
  /** Since when the payment provider does not answer; undefined while it does or without a request. */
  paymentsAwaySince: Timestamp.optional(),
  /** Changes with every write, so that a console knows when to read again. */
  mark: z.string(),
})
export type NavigationCounts = z.infer<typeof NavigationCounts>

export const OrganizationCounts = z.object({
  devices: z.int().optional(),
  orders: z.int().optional(),
  plans: z.int().optional(),
})
export type OrganizationCounts = z.infer<typeof OrganizationCounts>

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
