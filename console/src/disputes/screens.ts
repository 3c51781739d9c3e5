import { DisputesQuery } from '@hikmah/contract/disputes'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const disputeScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/disputes',
    validateSearch: searchOf(DisputesQuery),
    component: lazyRouteComponent(() => import('./DisputeList.tsx'), 'DisputeList'),
    staticData: {
      asks: async ({ search }) => [(await import('./DisputeList.tsx')).readDisputes(search)],
      under: 'Finance',
    },
  }),
] as const
