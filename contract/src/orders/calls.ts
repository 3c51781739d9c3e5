import { type Calls, callsOf } from '../endpoint.ts'
import type { orders as endpoints } from './endpoints.ts'

export const paths = {
  listOrders: { method: 'GET', path: '/hikmah/orders' },
  listOrganizationOrders: { method: 'GET', path: '/hikmah/orders/:orgId' },
  readOrder: { method: 'GET', path: '/hikmah/order/:id' },
  refreshOrder: { method: 'POST', path: '/hikmah/order/:id/refresh' },
  createOrder: { method: 'POST', path: '/hikmah/orders' },
  previewOrder: { method: 'POST', path: '/hikmah/orders/:id/preview' },
  updateOrder: { method: 'PUT', path: '/hikmah/orders/:id' },
  changeOrderStatus: { method: 'PUT', path: '/hikmah/orders/:id/status' },
  readRefundChoices: { method: 'GET', path: '/hikmah/orders/:id/cancel' },
  cancelOrder: { method: 'POST', path: '/hikmah/orders/:id/cancel' },
  applyPromo: { method: 'POST', path: '/hikmah/orders/:id/promo' },
  removePromo: { method: 'DELETE', path: '/hikmah/orders/:id/promo' },
  listGuestCheckouts: { method: 'GET', path: '/hikmah/payments/checkouts' },
  linkCheckout: { method: 'POST', path: '/hikmah/payments/checkouts/:id/link' },
  listAssignees: { method: 'GET', path: '/hikmah/orders/:id/items/:itemId/assign' },
  assignItem: { method: 'PUT', path: '/hikmah/orders/:id/items/:itemId/assign' },
} as const satisfies Calls

export const orders = callsOf<typeof endpoints>(paths)
