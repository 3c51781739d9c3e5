import { accountOf, type MoneyAccount } from '@hikmah/contract/money-account'
import type Stripe from 'stripe'
import { chargeOf, paymentsOf, readChargeOf } from './billing.ts'
import { listCreditNotes, readChargeMoney, readInvoiceMovements } from './movements.ts'
import type { PaymentProvider, Use } from './provider.ts'
import { collectAll, requireId, TooLittleLeft } from './requests.ts'

export interface PaymentSource {
  invoiceId: string | null
  paymentIntentId: string | null
  /** The part of an invoice that was paid outside the provider. */
  isOutside?: boolean
}

/** The account of an invoice, or of a payment without one, as it is at the provider now. */
export async function readAccountOf(
  stripe: PaymentProvider,
  use: Use,
  { invoiceId, paymentIntentId }: PaymentSource,
): Promise<MoneyAccount> {
  const { paid, movements } = invoiceId
    ? await readInvoiceMoney(stripe, use, invoiceId)
    : await readChargeMoney(stripe, use, await readChargeOf(stripe, use, paymentIntentId ?? ''))
  return accountOf(paid, movements)
}

async function readInvoiceMoney(stripe: PaymentProvider, use: Use, id: string) {
  const [invoice, payments] = await Promise.all([
    stripe.ask(use, (sdk) => sdk.invoices.retrieve(requireId(id))),
    paymentsOf(stripe, use, id),
  ])
  return readInvoiceMovements(stripe, use, invoice, payments)
}

/**
 * Refunds once under a key, even after the provider, which keeps keys for a day, has forgotten it: by a credit note, or
 * by itself where the credit note of a refund that failed stands for the same money.
 */
export async function refundInvoice(stripe: PaymentProvider, invoice: string, amount: number, key: string) {
  const find = () => findOfInvoice(stripe, invoice, key)
  const { made, account } = await findMade(stripe, { invoiceId: invoice, paymentIntentId: null }, amount, find)
  if (made) return made
  if (amount > account.creditable) return [await refundAlone(stripe, invoice, amount, key)]
  const note = await stripe.ask('work', (sdk) =>
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
  )
  return refundsOf(note)
}

const refundsOf = (note: Stripe.CreditNote) =>
  note.refunds.flatMap(({ refund }) => (typeof refund === 'object' ? refund : []))

const chargesOf = async (stripe: PaymentProvider, invoice: string) =>
  (await paymentsOf(stripe, 'work', invoice)).flatMap((payment) => chargeOf(payment) ?? [])

async function findOfInvoice(stripe: PaymentProvider, invoice: string, key: string) {
  const note = await findNote(stripe, invoice, key)
  if (note) return refundsOf(note)
  const charges = await chargesOf(stripe, invoice)
  const refunds = await Promise.all(
    charges.map(({ id: charge }) =>
      collectAll(stripe, 'work', (sdk, paging) => sdk.refunds.list({ ...paging, charge })),
    ),
  )
  const made = refunds.flat().filter(({ metadata }) => metadata?.key === key)
  return made.length > 0 ? made : undefined
}

/** Of the charge that has most left: an invoice has several only where it was paid in parts. */
async function refundAlone(stripe: PaymentProvider, invoice: string, amount: number, key: string) {
  const left = ({ amount, amount_refunded }: Stripe.Charge) => amount - amount_refunded
  const [most] = (await chargesOf(stripe, invoice)).sort((a, b) => left(b) - left(a))
  return stripe.ask('work', (sdk) =>
    sdk.refunds.create({ charge: requireId(most?.id ?? ''), amount, metadata: { key } }, { idempotencyKey: key }),
  )
}

/** Books what is given back of a payment that the provider only knows of. It moves no money. */
export const noteOutsideRefund = (stripe: PaymentProvider, invoiceId: string, amount: number, key: string) =>
  issueNote(stripe, { invoiceId, paymentIntentId: null, isOutside: true }, amount, key, 'out_of_band_amount')

/** Leaves the money with us: the customer's balance pays for the next invoices. */
export const creditBalance = (stripe: PaymentProvider, source: PaymentSource, amount: number, key: string) =>
  issueNote(stripe, source, amount, key, 'credit_amount')

async function issueNote(
  stripe: PaymentProvider,
  source: PaymentSource,
  amount: number,
  key: string,
  to: 'out_of_band_amount' | 'credit_amount',
) {
  const invoice = requireId(source.invoiceId ?? '')
  const { made, account } = await findMade(stripe, source, amount, () => findNote(stripe, invoice, key))
  if (made) return made
  if (!source.isOutside && amount > account.creditable) throw new TooLittleLeft(account.creditable)
  return stripe.ask('work', (sdk) =>
    sdk.creditNotes.create(
      { invoice, amount, [to]: amount, reason: 'order_change', metadata: { key } },
      { idempotencyKey: key },
    ),
  )
}

const findNote = async (stripe: PaymentProvider, invoice: string, key: string) =>
  (await listCreditNotes(stripe, 'work', invoice)).find(({ metadata }) => metadata?.key === key)

const findRefund = async (stripe: PaymentProvider, payment_intent: string, key: string) =>
  (await collectAll(stripe, 'work', (sdk, paging) => sdk.refunds.list({ ...paging, payment_intent }))).find(
    ({ metadata }) => metadata?.key === key,
  )

export async function refundPayment(stripe: PaymentProvider, paymentIntent: string, amount: number, key: string) {
  const payment_intent = requireId(paymentIntent)
  const find = () => findRefund(stripe, payment_intent, key)
  const { made } = await findMade(stripe, { invoiceId: null, paymentIntentId: paymentIntent }, amount, find)
  return (
    made ??
    stripe.ask('work', (sdk) =>
      sdk.refunds.create({ payment_intent, amount, metadata: { key } }, { idempotencyKey: key }),
    )
  )
}

/** Throws where less is left than the refund of this key would give back, unless it was made. */
export async function assertRefundable(stripe: PaymentProvider, source: PaymentSource, amount: number, key: string) {
  const { invoiceId, paymentIntentId } = source
  const find = async () =>
    invoiceId ? findOfInvoice(stripe, invoiceId, key) : findRefund(stripe, requireId(paymentIntentId ?? ''), key)
  await findMade<object>(stripe, source, amount, find)
}

/** What was made under the key, or the account from which it can be made: money may have moved since. */
async function findMade<Made>(
  stripe: PaymentProvider,
  source: PaymentSource,
  amount: number,
  find: () => Promise<Made | undefined>,
): Promise<{ made: Made; account?: never } | { made: undefined; account: MoneyAccount }> {
  const made = await find()
  if (made) return { made }
  const account = await readAccountOf(stripe, 'work', source)
  const left = source.isOutside ? account.refundableOutside : account.refundable
  if (amount <= left) return { made: undefined, account }
  // An equal call may have made it in between and used up the rest.
  const madeMeanwhile = await find()
  if (!madeMeanwhile) throw new TooLittleLeft(left)
  return { made: madeMeanwhile }
}

export const readRefund = (stripe: PaymentProvider, id: string) =>
  stripe.ask('work', (sdk) => sdk.refunds.retrieve(requireId(id)))
