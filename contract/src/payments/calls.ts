import { type Calls, callsOf } from '../endpoint.ts'
import type { payments as endpoints } from './endpoints.ts'

export const paths = {
  listUnlinkedCustomers: { method: 'GET', path: '/hikmah/payments/customers' },
  linkCustomer: { method: 'POST', path: '/hikmah/payments/customers/:id/link' },
  readReconciliation: { method: 'GET', path: '/hikmah/payments/reconciliation' },
  readProviderState: { method: 'GET', path: '/hikmah/payments/provider' },
  tryProvider: { method: 'POST', path: '/hikmah/payments/provider' },
  reconcile: { method: 'POST', path: '/hikmah/payments/reconciliation' },
} as const satisfies Calls

export const payments = callsOf<typeof endpoints>(paths)
