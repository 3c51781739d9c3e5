import { BoundedText } from '@hikmah/contract/common'
import type { Period } from '@hikmah/contract/dashboard-stats'
import { InvoicesQuery, MonthQuery } from '@hikmah/contract/finance'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

/** A word of the page itself, which knows what it may be; no other screen needs to. */
const Opened = BoundedText(13)

export const financeScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/finance',
    validateSearch: searchOf(MonthQuery.extend({ recurring: Opened.optional(), step: Opened.optional() })),
    component: lazyRouteComponent(() => import('./FinancePage.tsx'), 'FinancePage'),
    staticData: {
      asksWith: 'finance.read',
      asks: async ({ search }) => [
        ...(await import('./FinancePage.tsx')).readBooks(search.period as Period | undefined),
      ],
      items: [{ group: 'Accounts', label: 'Finance', icon: 'bank', permission: 'finance.read' }],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/finance-invoices',
    validateSearch: searchOf(InvoicesQuery),
    component: lazyRouteComponent(() => import('./InvoiceList.tsx'), 'InvoiceList'),
    staticData: {
      asksWith: 'finance.read',
      asks: async ({ search }) => [(await import('./InvoiceList.tsx')).readInvoices(search)],
      under: 'Finance',
    },
  }),
] as const
