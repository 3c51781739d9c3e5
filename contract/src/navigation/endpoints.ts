import { z } from 'zod'
import { Id } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { NavigationCounts, OrganizationCounts } from './schemas.ts'

export const navigation = describeEndpoints('Navigation', paths, {
  readNavigationCounts: {
    summary: 'Get the counts in the navigation',
    description:
      'Polled every few seconds by open consoles, so that new arrivals show by themselves. What the person may not see is left out.',
    allow: 'session.own',
    response: NavigationCounts,
  },
  readOrganizationCounts: {
    summary: 'Get the counts in the navigation of an organization',
    description: 'What the person may not see is left out.',
    allow: 'organizations.read',
    params: z.object({ orgId: Id }),
    response: OrganizationCounts,
  },
})
