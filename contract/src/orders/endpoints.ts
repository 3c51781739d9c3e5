import { z } from 'zod'
import { Id, listOf, PageQuery, PatternText, SearchText, Version } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { ChangePreview } from '../organization-plans/endpoints.ts'
import {
  AccountOverview,
  REFUND_MADE,
  REFUSED_REFUND,
  RefundablePayment,
  RefundMade,
  RefundRequest,
} from '../refunds.ts'
import {
  Assignees,
  Assignment,
  Cancellation,
  GuestCheckout,
  NewOrder,
  Order,
  OrderChange,
  OrderRow,
  OrdersQuery,
  OrderUpdate,
  PromoEntry,
  RefundChoices,
} from './schemas.ts'
import {
  CHECKOUT_LINKED,
  ITEM_ASSIGNED,
  ORDER_ADDED,
  ORDER_CANCELLED,
  ORDER_UPDATED,
  orderStatuses,
  PROMO_APPLIED,
  PROMO_REMOVED,
} from './words.ts'

const LOCKED = 'CONFLICT: the order is closed or completed, somebody else saved it, or another change is under way'
const NOT_CANCELLED = `${LOCKED}, or its payment is still on its way`
const PROVIDER = 'UPSTREAM: the payment provider cannot be reached; nothing is done twice when it is sent again'
const CARD = 'UPSTREAM: the card was refused, and nothing has changed'

const items = [{ _id: '0198c9a4-72c8-7d05-b3e9-5f1a8c6d2e47', qty: 2 }]

export const orders = describeEndpoints('Orders', {
  listOrders: {
    call: 'GET /hikmah/orders',
    summary: 'List orders',
    description:
      'Without parameters the whole array is streamed, newest first. `q` searches organization, phone, order number, promo code and, for those who may see it, email.',
    allow: 'orders.read',
    query: OrdersQuery,
    ...listOf(OrderRow),
  },
  listOrganizationOrders: {
    call: 'GET /hikmah/orders/:orgId',
    summary: 'List the orders of an organization',
    description: 'Without parameters the whole array, newest first; with any of them a page with `meta`.',
    allow: 'orders.read',
    query: OrdersQuery,
    ...listOf(OrderRow),
  },
  readOrder: {
    call: 'GET /hikmah/order/:id',
    summary: 'Get an order',
    description: 'With its ledger and everything that happened to its money.',
    allow: 'orders.read',
    response: Order,
  },
  refreshOrder: {
    call: 'POST /hikmah/order/:id/refresh',
    summary: 'Read an order again at the payment provider',
    description: 'Its invoices and its subscription; what was read less than ten seconds ago stays as it is.',
    refusals: {
      502: 'UPSTREAM: the payment provider cannot be reached; the order stays readable as it was known last',
    },
    allow: 'orders.read',
    response: Order,
  },
  createOrder: {
    call: 'POST /hikmah/orders',
    summary: 'Order a device for an organization',
    description: 'Makes an order with one item. The device becomes Pending until it is assigned.',
    refusals: { 409: 'CONFLICT: the device is assigned, reserved for another order, or cannot be assigned' },
    example: {
      body: {
        orgId: '0198c9a2-5d1e-7c3a-9f60-2b7d4e8a1c55',
        deviceId: '0198c9a3-1f42-7b8e-8c15-6d0e9a7b3f21',
        assignee: '0198c9a1-0b6d-7e94-a2d7-41f85c3e9b60',
        startDate: '2026-03-16',
        endDate: '2026-03-20',
      },
    },
    allow: 'orders.manage',
    body: NewOrder,
    response: Order,
    message: ORDER_ADDED,
  },
  previewOrder: {
    call: 'POST /hikmah/orders/:id/preview',
    summary: 'See what a change of an order would cost',
    description: 'As calculated by the payment provider. Nothing is changed.',
    refusals: { 409: LOCKED, 502: PROVIDER },
    example: { body: { items } },
    allow: 'orders.manage',
    body: OrderChange,
    response: ChangePreview,
  },
  updateOrder: {
    call: 'PUT /hikmah/orders/:id',
    summary: 'Change the items of an order',
    description:
      'Send all items to keep; one that is left out is removed. One change at the payment provider, charged at once; send the `prorationDate` of the preview to be charged what it said.',
    refusals: { 402: CARD, 409: LOCKED, 502: PROVIDER },
    example: { body: { items, version: 2, prorationDate: 1_773_480_600 } },
    allow: 'orders.manage',
    body: OrderUpdate,
    response: Order,
    conflict: Order,
    message: ORDER_UPDATED,
  },
  changeOrderStatus: {
    call: 'PUT /hikmah/orders/:id/status',
    summary: 'Set the status of an order',
    description: 'new → in-progress → completed or done. An order is closed by canceling it.',
    refusals: { 409: 'CONFLICT: this status cannot follow the current one, or somebody else saved it' },
    example: { body: { status: 'in-progress', version: 1 } },
    allow: 'orders.manage',
    body: z.object({ status: z.enum(orderStatuses), version: Version }),
    response: Order,
    conflict: Order,
    message: ORDER_UPDATED,
  },
  readRefundChoices: {
    call: 'GET /hikmah/orders/:id/cancel',
    summary: 'See what would be refunded if an order were canceled',
    description:
      'What is left of what the order cost after refunds, credit notes and disputes, what is left of the last renewal, and what the provider counts as the unused part of the period.',
    refusals: { 409: NOT_CANCELLED, 502: PROVIDER },
    allow: 'orders.manage',
    response: RefundChoices,
  },
  cancelOrder: {
    call: 'POST /hikmah/orders/:id/cancel',
    summary: 'Cancel an order',
    description:
      'Ends its subscription at once and refunds the chosen amount by credit note, never more than refunds, credits and disputes have left of the payment. The order is closed. Money counts as refunded only when the provider says that it succeeded.',
    example: { body: { reason: 'Ordered twice', refund: 'full' } },
    refusals: { 409: NOT_CANCELLED, 502: PROVIDER },
    allow: 'orders.manage',
    body: Cancellation,
    response: Order,
    conflict: Order,
    message: ORDER_CANCELLED,
  },
  readOrderMoney: {
    call: 'GET /hikmah/orders/:id/money',
    summary: 'Get the payments of an order with what is left of each',
    description:
      'Renewals too. The newest payments are read again at the payment provider; if it is away, as they were known last.',
    allow: 'orders.read',
    response: AccountOverview,
  },
  refundOrder: {
    call: 'POST /hikmah/orders/:id/refund',
    summary: 'Refund a payment of an order',
    description:
      'In every status of the order, which stays as it is. Without `amount` the whole rest goes back. Never more than refunds, credits and disputes have left of the payment, asked of the provider again before money moves. A payment that was taken outside the provider is only booked: pay it back by check. By way of `credit` no money leaves: a credit note adds it to the customer’s balance, which pays for the next invoices.',
    example: { body: { paymentId: 'in_1QmStdMo29', amount: 32_400, reason: 'One kiosk returned unopened' } },
    refusals: { 409: REFUSED_REFUND, 502: PROVIDER },
    allow: 'billing.manage',
    body: RefundRequest,
    response: RefundMade,
    conflict: RefundablePayment,
    message: REFUND_MADE,
  },
  applyPromo: {
    call: 'POST /hikmah/orders/:id/promo',
    summary: 'Apply a promo code to an order',
    description:
      'In upper or lower case. It must be active, within its limits, the organization limit of its campaign among them, and for this order. It takes the place of the one in force, and counts from the next invoice on.',
    example: { body: { code: 'RAMADAN25' } },
    refusals: {
      409: LOCKED,
      422: 'VALIDATION: the organization limit of its campaign has been reached',
      502: PROVIDER,
    },
    allow: 'orders.manage',
    body: PromoEntry,
    response: Order,
    conflict: Order,
    message: PROMO_APPLIED,
  },
  removePromo: {
    call: 'DELETE /hikmah/orders/:id/promo',
    summary: 'Take the promo code off an order',
    refusals: { 409: LOCKED, 502: PROVIDER },
    allow: 'orders.manage',
    response: Order,
    message: PROMO_REMOVED,
  },
  listGuestCheckouts: {
    call: 'GET /hikmah/payments/checkouts',
    summary: 'List checkouts that belong to no organization',
    description:
      'Newest first: what somebody bought as a guest, paid or not, without a customer or a reference that says whose it is. There is no order for it until somebody links it.',
    allow: 'payments.read',
    query: PageQuery,
    ...listOf(GuestCheckout),
  },
  linkCheckout: {
    call: 'POST /hikmah/payments/checkouts/:id/link',
    summary: 'Link a guest checkout to an organization',
    description: 'Its order is created for that organization. A link cannot be undone.',
    refusals: {
      409: 'CONFLICT: its order already exists, or it has a customer, who must be linked instead',
      502: 'UPSTREAM: the payment provider cannot be reached to say what was bought',
    },
    example: { body: { orgId: '0198c9a2-5d1e-7c3a-9f60-2b7d4e8a1c55' } },
    allow: 'payments.manage',
    params: z.object({ id: PatternText(103, /^cs_\w{3,100}$/, 'Enter a checkout id like cs_QmStdMo29') }),
    body: z.object({ orgId: Id }),
    response: z.object({ orderId: Id, orderNo: z.string() }),
    message: CHECKOUT_LINKED,
  },
  listAssignees: {
    call: 'GET /hikmah/orders/:id/items/:itemId/assign',
    summary: 'List who or what an item may be assigned to',
    description: 'Unassigned devices for a kiosk or a screen, team members for all else; at most 20.',
    allow: 'orders.manage',
    query: z.object({ q: SearchText.optional() }),
    response: Assignees,
  },
  assignItem: {
    call: 'PUT /hikmah/orders/:id/items/:itemId/assign',
    summary: 'Assign an item of an order',
    description:
      'A device becomes Shipped and belongs to the organization; several are assigned one at a time. A team member takes the place of the one before. A new item, and with it a new order, becomes in-progress.',
    refusals: {
      409: 'CONFLICT: the order is closed or completed, or the device cannot be assigned to the organization',
    },
    example: { body: { deviceId: '0198c9a3-1f42-7b8e-8c15-6d0e9a7b3f21' } },
    allow: 'orders.manage',
    body: Assignment,
    response: Order,
    message: ITEM_ASSIGNED,
  },
})
