import { wholeNumber } from '@hikmah/contract/search'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const paymentScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/payments',
    validateSearch: searchOf({ page: wholeNumber(1, 1_000_000), limit: wholeNumber(1, 100) }),
    component: lazyRouteComponent(() => import('./PaymentsPage.tsx'), 'PaymentsPage'),
    staticData: {
      actions: [{ label: 'Payment provider', icon: 'bank', permission: 'payments.read' }],
      under: 'Finance',
    },
  }),
] as const
