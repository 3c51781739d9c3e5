import { wholeNumber } from '@hikmah/contract/search'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const irsRegistryScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/irs-registry',
    validateSearch: searchOf({ page: wholeNumber(1, 1_000_000), limit: wholeNumber(1, 100) }),
    component: lazyRouteComponent(() => import('./RegistryPage.tsx'), 'RegistryPage'),
    staticData: {
      items: [{ group: 'Accounts', label: 'IRS registry', icon: 'document', permission: 'irs-registry.read' }],
    },
  }),
] as const
