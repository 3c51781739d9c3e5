import type { Route } from '../route.ts'
import { accounts } from './accounts/accounts.ts'
import { persons } from './accounts/persons.ts'
import { coupons } from './catalogue/coupons.ts'
import { prices } from './catalogue/prices.ts'
import { products } from './catalogue/products.ts'
import { promotionCodes } from './catalogue/promotion-codes.ts'
import { checkoutSessions } from './checkout/checkout-sessions.ts'
import { customers } from './customers/customers.ts'
import { paymentMethods } from './customers/payment-methods.ts'
import { creditNotes } from './invoices/credit-notes.ts'
import { invoices } from './invoices/invoices.ts'
import { disputes } from './payments/disputes.ts'
import { payments } from './payments/payments.ts'
import { refunds } from './payments/refunds.ts'
import { subscriptionItems } from './subscriptions/subscription-items.ts'
import { subscriptions } from './subscriptions/subscriptions.ts'
import { events } from './webhooks/events.ts'
import { webhookEndpoints } from './webhooks/webhook-endpoints.ts'

export const ROUTES: Route[] = [
  ...accounts,
  ...coupons,
  ...checkoutSessions,
  ...creditNotes,
  ...refunds,
  ...disputes,
  ...customers,
  ...events,
  ...invoices,
  ...paymentMethods,
  ...payments,
  ...persons,
  ...prices,
  ...products,
  ...promotionCodes,
  ...subscriptionItems,
  ...subscriptions,
  ...webhookEndpoints,
]
