import { invoices } from '@hikmah/contract/invoices/calls'
import { receiptSearch } from '@hikmah/contract/invoices/search'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const billingScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/organization/orders/payment-receipt',
    validateSearch: searchOf(receiptSearch),
    component: lazyRouteComponent(() => import('./PaymentReceipt.tsx'), 'PaymentReceipt'),
    staticData: {
      asks: ({ search: { id } }) => (id ? [read(invoices.readInvoice, { params: { id: String(id) } })] : []),
      finds: {
        invoice: ({ _id, organizationId }) =>
          `/organization/orders/payment-receipt?id=${_id}&orgId=${organizationId ?? ''}`,
      },
      under: 'Organization',
    },
  }),
] as const
