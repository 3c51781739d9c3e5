import { z } from 'zod'

const Arrivals = z.object({
  /** How many wait as New, suspected spam not counted. */
  waiting: z.int(),
  /** Changes with every arrival and every change. */
  mark: z.string(),
})

/** What stands beside the items of the navigation: totals of lists, and what waits. */
export const NavigationCounts = z.object({
  organizations: z.int().optional(),
  taxReviews: z.int().optional(),
  devices: z.int().optional(),
  staff: z.int().optional(),
  demoRequests: Arrivals.optional(),
  contactInquiries: Arrivals.optional(),
})
export type NavigationCounts = z.infer<typeof NavigationCounts>

/** What arrives from outside and waits to be answered. */
export type ArrivalKind = 'demoRequests' | 'contactInquiries'
