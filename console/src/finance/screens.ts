import { Moment } from '@hikmah/contract/common'
import { PeriodQuery } from '@hikmah/contract/dashboard-stats'
import { InvoicesQuery } from '@hikmah/contract/finance'
import { LadderStep } from '@hikmah/contract/open-invoices'
import { OpenedPart } from '@hikmah/contract/recurring-revenue'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const financeScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/finance',
    validateSearch: searchOf(
      PeriodQuery.extend({ month: Moment.optional(), recurring: OpenedPart.optional(), step: LadderStep.optional() }),
    ),
    component: lazyRouteComponent(() => import('./FinancePage.tsx'), 'FinancePage'),
    staticData: { items: [{ group: 'Accounts', label: 'Finance', icon: 'bank', permission: 'finance.read' }] },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/finance-invoices',
    validateSearch: searchOf(InvoicesQuery),
    component: lazyRouteComponent(() => import('./InvoiceList.tsx'), 'InvoiceList'),
    staticData: { under: 'Finance' },
  }),
] as const
