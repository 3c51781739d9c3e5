import { Id, Text } from '@hikmah/contract/common'
import { invoices } from '@hikmah/contract/invoices'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { read } from '../kit/api/data.ts'
import { OwnPath, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

const ReceiptSearch = z.object({ id: Text(100), orgId: Id, returnUrl: OwnPath })

export const billingScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/organization/orders/payment-receipt',
    validateSearch: searchOf(ReceiptSearch),
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
