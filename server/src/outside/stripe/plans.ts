import { requireId } from './ids.ts'
import type { PaymentProvider } from './provider.ts'

/** Changing what a subscription holds. What is previewed and what is done share the moment from which it counts. */
export interface PlanItemChange {
  subscription: string
  item: string
  price: string
  quantity: number
  /** Epoch seconds. */
  prorationDate: number
}

const itemsOf = ({ item, price, quantity }: PlanItemChange) => [
  { id: requireId(item), price: requireId(price), quantity },
]

/** What would be charged at once. */
export const previewPlanItemChange = (stripe: PaymentProvider, change: PlanItemChange) =>
  stripe.ask('page', (sdk) =>
    sdk.invoices.createPreview({
      subscription: requireId(change.subscription),
      subscription_details: {
        items: itemsOf(change),
        proration_behavior: 'always_invoice',
        proration_date: change.prorationDate,
      },
    }),
  )

/** Charged at once; when the card is refused, nothing is changed. */
export const changeItem = (stripe: PaymentProvider, change: PlanItemChange, key: string) =>
  stripe.ask('work', (sdk) =>
    sdk.subscriptions.update(
      requireId(change.subscription),
      {
        items: itemsOf(change),
        proration_behavior: 'always_invoice',
        proration_date: change.prorationDate,
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey: key },
    ),
  )

export const cancelAtPeriodEnd = (stripe: PaymentProvider, subscription: string, key: string) =>
  stripe.ask('work', (sdk) =>
    sdk.subscriptions.update(requireId(subscription), { cancel_at_period_end: true }, { idempotencyKey: key }),
  )

/** Whichever way it was to end: with its period, or on a day. */
export const resume = (stripe: PaymentProvider, subscription: string, endsOnDay: boolean, key: string) =>
  stripe.ask('work', (sdk) =>
    sdk.subscriptions.update(requireId(subscription), endsOnDay ? { cancel_at: '' } : { cancel_at_period_end: false }, {
      idempotencyKey: key,
    }),
  )

/** The next invoice as it will be, with discounts, tax and credit. */
export const previewNextInvoice = (stripe: PaymentProvider, subscription: string) =>
  stripe.ask('page', (sdk) => sdk.invoices.createPreview({ subscription: requireId(subscription) }))
