import type { InvoiceAct } from '@hikmah/contract/open-invoices'
import type Stripe from 'stripe'
import type { PaymentProvider } from './provider.ts'
import { isRefusedForGood, requireId } from './requests.ts'

const calls: Record<InvoiceAct, (sdk: Stripe, id: string, options: Stripe.RequestOptions) => Promise<Stripe.Invoice>> =
  {
    retry: (sdk, id, options) => sdk.invoices.pay(id, {}, options),
    send: (sdk, id, options) => sdk.invoices.sendInvoice(id, {}, options),
    markPaid: (sdk, id, options) => sdk.invoices.pay(id, { paid_out_of_band: true }, options),
    void: (sdk, id, options) => sdk.invoices.voidInvoice(id, {}, options),
    uncollectible: (sdk, id, options) => sdk.invoices.markUncollectible(id, {}, options),
  }

const isPaidOutside = ({ amount_paid_off_stripe }: Stripe.Invoice) => (amount_paid_off_stripe ?? 0) > 0

const isDone: Record<InvoiceAct, (invoice: Stripe.Invoice) => boolean> = {
  retry: (invoice) => invoice.status === 'paid' && !isPaidOutside(invoice),
  send: () => false,
  markPaid: (invoice) => invoice.status === 'paid' && isPaidOutside(invoice),
  void: ({ status }) => status === 'void',
  uncollectible: ({ status }) => status === 'uncollectible',
}

const answerOf = ({ status, amount_due: amountDue }: Stripe.Invoice) => ({ status: status ?? '', amountDue })

/** The provider forgets a key after a day: an act that is repeated then, and was done, is done. */
export async function actOnInvoice(stripe: PaymentProvider, act: InvoiceAct, invoice: string, key: string) {
  const id = requireId(invoice)
  try {
    return answerOf(await stripe.ask('work', (sdk) => calls[act](sdk, id, { idempotencyKey: key })))
  } catch (error) {
    if (!isRefusedForGood(error)) throw error
    const current = await stripe.ask('work', (sdk) => sdk.invoices.retrieve(id))
    if (!isDone[act](current)) throw error
    return answerOf(current)
  }
}
