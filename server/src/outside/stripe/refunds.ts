import { accountOf, type MoneyAccount } from '@hikmah/contract/money-account'
import { paymentsOf, readChargeOf } from './billing.ts'
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

/** Refunds once under a key, even after the provider, which keeps keys for a day, has forgotten it. */
export async function refundInvoice(stripe: PaymentProvider, invoice: string, amount: number, key: string) {
  const find = () => findNote(stripe, invoice, key)
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
  return (
    (await findMade(stripe, source, amount, () => findNote(stripe, invoice, key))) ??
    stripe.ask('work', (sdk) =>
      sdk.creditNotes.create(
        { invoice, amount, [to]: amount, reason: 'order_change', metadata: { key } },
        { idempotencyKey: key },
      ),
    )
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
  return (
    (await findMade(stripe, { invoiceId: null, paymentIntentId: paymentIntent }, amount, find)) ??
    stripe.ask('work', (sdk) =>
      sdk.refunds.create({ payment_intent, amount, metadata: { key } }, { idempotencyKey: key }),
    )
  )
}

/** Throws where less is left than the refund of this key would give back, unless it was made. */
export async function assertRefundable(stripe: PaymentProvider, source: PaymentSource, amount: number, key: string) {
  const { invoiceId, paymentIntentId } = source
  const find = async () =>
    invoiceId ? findNote(stripe, invoiceId, key) : findRefund(stripe, requireId(paymentIntentId ?? ''), key)
  await findMade<object>(stripe, source, amount, find)
}

/** Undefined if the refund is still to be made. Checks what is left now, as money may have moved since. */
async function findMade<Made>(
  stripe: PaymentProvider,
  source: PaymentSource,
  amount: number,
  find: () => Promise<Made | undefined>,
): Promise<Made | undefined> {
  const made = await find()
  if (made) return made
  const { refundable, refundableOutside } = await readAccountOf(stripe, 'work', source)
  const left = source.isOutside ? refundableOutside : refundable
  if (amount <= left) return undefined
  // An equal call may have made it in between and used up the rest.
  const madeMeanwhile = await find()
  if (!madeMeanwhile) throw new TooLittleLeft(left)
  return madeMeanwhile
}

export const readRefund = (stripe: PaymentProvider, id: string) =>
  stripe.ask('work', (sdk) => sdk.refunds.retrieve(requireId(id)))
