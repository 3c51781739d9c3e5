import { PageQuery } from '@hikmah/contract/common'
import { PAYMENT_PROVIDER } from '@hikmah/contract/payments'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const paymentScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/payments',
    validateSearch: searchOf(PageQuery),
    component: lazyRouteComponent(() => import('./PaymentsPage.tsx'), 'PaymentsPage'),
    staticData: {
      actions: [{ label: PAYMENT_PROVIDER, icon: 'bank', permission: 'payments.read' }],
      under: 'Finance',
    },
  }),
] as const
