import { requireId } from './ids.ts'
import type { PaymentProvider } from './provider.ts'

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
