import { expandedCharge, withOwnReceipt } from './billing.ts'
import { isMissing, isRefusedForGood, TooLittleLeft } from './errors.ts'
import { creditNotesOf, type PaymentSource, readMoneyLeft } from './money-left.ts'
import type { PaymentProvider } from './provider.ts'
import { allOf, collect, requireId } from './requests.ts'

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
  const find = async () => (await creditNotesOf(stripe, 'work', invoice)).find(({ metadata }) => metadata?.key === key)
  const note =
    (await findMade(stripe, { invoiceId: invoice, paymentIntentId: null }, amount, find)) ??
    (await stripe.ask('work', (sdk) =>
      sdk.creditNotes.create(
        {
          invoice: requireId(invoice),
          amount,
          refund_amount: amount,
          reason: 'order_change',
          metadata: { key },
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
  const find = async () =>
    (await collect(allOf(stripe, 'work', (sdk, paging) => sdk.refunds.list({ ...paging, payment_intent })))).find(
      ({ metadata }) => metadata?.key === key,
    )
  return (
    (await findMade(stripe, { invoiceId: null, paymentIntentId: paymentIntent }, amount, find)) ??
    stripe.ask('work', (sdk) =>
      sdk.refunds.create({ payment_intent, amount, metadata: { key } }, { idempotencyKey: key }),
    )
  )
}

/**
 * What was made before; undefined where it is still to be made. The provider is asked right before what is left, as money
 * may have moved there since the amount was shown.
 */
async function findMade<Made>(
  stripe: PaymentProvider,
  source: PaymentSource,
  amount: number,
  find: () => Promise<Made | undefined>,
): Promise<Made | undefined> {
  const made = await find()
  if (made) return made
  const { refundable } = await readMoneyLeft(stripe, 'work', source)
  if (amount <= refundable) return undefined
  // An equal call beside this one may have made it in between, and taken what was left.
  const madeMeanwhile = await find()
  if (!madeMeanwhile) throw new TooLittleLeft(refundable)
  return madeMeanwhile
}

export const readRefund = (stripe: PaymentProvider, id: string) =>
  stripe.ask('work', (sdk) => sdk.refunds.retrieve(requireId(id)))
