import type Stripe from 'stripe'
import { invoiceParts } from './billing.ts'
import { idOf, requireId } from './ids.ts'
import type { PaymentProvider } from './provider.ts'

/** Another price or quantity of items, or items that are removed. What is left out stays as it is. */
export interface ItemsChange {
  subscription: string
  items: ({ id: string } & Pick<Stripe.SubscriptionUpdateParams.Item, 'price' | 'quantity' | 'deleted'>)[]
  /** Epoch seconds: the moment from which it counts. What is previewed and what is done share it. */
  prorationDate: number
}

const chargedAtOnce = ({ items, prorationDate }: ItemsChange) => ({
  items: items.map((item) => ({
    ...item,
    id: requireId(item.id),
    ...(item.price !== undefined && { price: requireId(item.price) }),
  })),
  proration_behavior: 'always_invoice' as const,
  proration_date: prorationDate,
})

/** The invoice a change would make at once. The change at the same `prorationDate` is charged the same. */
export const previewItems = (stripe: PaymentProvider, change: ItemsChange): Promise<Stripe.Invoice> =>
  stripe.ask('page', (sdk) =>
    sdk.invoices.createPreview({
      subscription: requireId(change.subscription),
      subscription_details: chargedAtOnce(change),
    }),
  )

/** What it says of the change, which ships nothing. */
export function previewParts(invoice: Stripe.Invoice, planOf: (priced: Priced) => string = () => '') {
  const { subtotal, discount, tax, total } = invoiceParts(invoice)
  return {
    currency: invoice.currency,
    lines: invoice.lines.data.map((line) => ({ description: descriptionOf(line, planOf), amount: line.amount })),
    subtotal,
    discount,
    tax,
    total,
    amountDue: invoice.amount_due,
    isInvoiceSent: invoice.collection_method === 'send_invoice',
  }
}

interface Priced {
  productId: string
  priceId: string
}

/** The provider may call all plans of a product the same. */
function descriptionOf({ description, pricing }: Stripe.InvoiceLineItem, planOf: (priced: Priced) => string) {
  const words = description ?? ''
  const { product, price } = pricing?.price_details ?? {}
  const plan = product && price ? planOf({ productId: product, priceId: idOf(price)! }) : ''
  return words.includes(plan) ? words : `${words}, ${plan}`
}

/** One change, charged at once; when the card is refused, nothing has changed. */
export const updateItems = (stripe: PaymentProvider, change: ItemsChange, key: string) =>
  stripe.ask('work', (sdk) =>
    sdk.subscriptions.update(
      requireId(change.subscription),
      { ...chargedAtOnce(change), payment_behavior: 'error_if_incomplete' },
      { idempotencyKey: key },
    ),
  )
