import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { NavigationCounts } from './schemas.ts'

export const navigation = describeEndpoints('Navigation', paths, {
  readNavigationCounts: {
    summary: 'Get the counts in the navigation',
    description:
      'Polled every few seconds by open consoles, so that new arrivals show by themselves. What the person may not see is left out.',
    allow: 'session.own',
    response: NavigationCounts,
  },
})
