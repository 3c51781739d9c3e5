import type Stripe from 'stripe'
import { chargeOf, paymentsOf } from './billing.ts'
import { expandedCharge, readChargeOf, withOwnReceipt } from './charges.ts'
import { isMissing, isRefusedForGood } from './errors.ts'
import { requireId } from './ids.ts'
import { allOf, collect } from './pages.ts'
import type { PaymentProvider } from './provider.ts'

/** A checkout with its payment and everything that was bought, each with its price and product. */
export async function readCheckout(stripe: PaymentProvider, id: string) {
  const session = await stripe.ask('work', (sdk) =>
    sdk.checkout.sessions.retrieve(requireId(id), {
      expand: ['discounts.promotion_code', 'payment_intent.latest_charge'],
    }),
  )
  const lines = await collect(
    allOf(stripe, 'work', (sdk, paging) =>
      sdk.checkout.sessions.listLineItems(requireId(id), { ...paging, expand: ['data.price.product'] }),
    ),
  )
  const charge = expandedCharge(session.payment_intent)
  if (charge) Object.assign(charge, await withOwnReceipt(stripe, charge))
  return { session, lines }
}

/** At once, without an invoice for what was used. One that has ended is as good as ended now. */
export async function endSubscription(stripe: PaymentProvider, subscription: string): Promise<void> {
  try {
    await stripe.ask('work', (sdk) =>
      sdk.subscriptions.cancel(requireId(subscription), { invoice_now: false, prorate: false }),
    )
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** The promo code in place of those that are in force; none where it is null. */
export const setPromo = (stripe: PaymentProvider, subscription: string, promotionCode: string | null, key: string) =>
  stripe.ask('work', (sdk) =>
    sdk.subscriptions.update(
      requireId(subscription),
      { discounts: promotionCode ? [{ promotion_code: requireId(promotionCode) }] : '' },
      { idempotencyKey: key },
    ),
  )

/** What is left of an invoice that was paid, as the provider has it now: neither credited nor gone back on its charges. */
export async function refundableOf(stripe: PaymentProvider, invoice: string): Promise<number> {
  const [{ amount_paid, post_payment_credit_notes_amount }, payments] = await Promise.all([
    stripe.ask('page', (sdk) => sdk.invoices.retrieve(requireId(invoice))),
    paymentsOf(stripe, 'page', invoice),
  ])
  const left = payments.reduce((sum, payment) => sum + leftOf(chargeOf(payment)), 0)
  return Math.max(0, Math.min(amount_paid - post_payment_credit_notes_amount, left))
}

/** The same of a payment without an invoice. */
export async function refundableOfPayment(stripe: PaymentProvider, paymentIntent: string): Promise<number> {
  return leftOf(await readChargeOf(stripe, 'page', paymentIntent))
}

/** Of money that has come. */
const leftOf = (charge: Stripe.Charge | undefined) =>
  charge?.status === 'succeeded' ? charge.amount - charge.amount_refunded : 0

/** Nobody has to pay it any more. One that is not open, also by now, has nothing to be taken back. */
export async function voidInvoice(stripe: PaymentProvider, invoice: string, key: string): Promise<void> {
  try {
    await stripe.ask('work', (sdk) => sdk.invoices.voidInvoice(requireId(invoice), {}, { idempotencyKey: key }))
  } catch (error) {
    if (!isRefusedForGood(error)) throw error
    const { status } = await stripe.ask('work', (sdk) => sdk.invoices.retrieve(requireId(invoice)))
    if (status === 'open') throw error
  }
}

/** Books it and gives it back, once under a key: also after the provider, which keeps keys for a day, has forgotten it. */
export async function refundInvoice(stripe: PaymentProvider, invoice: string, amount: number, key: string) {
  const notes = await collect(
    allOf(stripe, 'work', (sdk, paging) =>
      sdk.creditNotes.list({ ...paging, invoice: requireId(invoice), expand: ['data.refunds.refund'] }),
    ),
  )
  const note =
    notes.find(({ metadata }) => metadata?.key === key) ??
    (await stripe.ask('work', (sdk) =>
      sdk.creditNotes.create(
        {
          ...{ invoice: requireId(invoice), amount, refund_amount: amount, reason: 'order_change', metadata: { key } },
          expand: ['refunds.refund'],
        },
        { idempotencyKey: key },
      ),
    ))
  return note.refunds.flatMap(({ refund }) => (typeof refund === 'object' ? refund : []))
}

/** The same of a payment without an invoice. */
export async function refundPayment(stripe: PaymentProvider, paymentIntent: string, amount: number, key: string) {
  const payment_intent = requireId(paymentIntent)
  const refunds = await collect(allOf(stripe, 'work', (sdk, paging) => sdk.refunds.list({ ...paging, payment_intent })))
  return (
    refunds.find(({ metadata }) => metadata?.key === key) ??
    stripe.ask('work', (sdk) =>
      sdk.refunds.create({ payment_intent, amount, metadata: { key } }, { idempotencyKey: key }),
    )
  )
}

export const readRefund = (stripe: PaymentProvider, id: string) =>
  stripe.ask('work', (sdk) => sdk.refunds.retrieve(requireId(id)))
