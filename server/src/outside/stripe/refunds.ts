import type Stripe from 'stripe'
import { chargeOf, paymentsOf, readChargeOf } from './billing.ts'
import type { PaymentProvider, Use } from './provider.ts'
import { allOf, collect, requireId, TooLittleLeft } from './requests.ts'

/** What became of the money of an invoice, or of a payment without one, as the provider has it now. */
export interface MoneyLeft {
  /** Back on the charges. */
  refunded: number
  /** By credit notes after the payment, but for the parts that document a refund of its charges. */
  credited: number
  /** By credit notes before the payment, which was less by so much. */
  waived: number
  /** Held by a bank while a dispute is open. */
  disputed: number
  /** Taken back by a bank that decided for the customer. */
  lost: number
  /** May still go back. */
  refundable: number
}

/** What was paid on an invoice, or, without one, by a payment. */
export interface PaymentSource {
  invoiceId: string | null
  paymentIntentId: string | null
}

export async function readMoneyLeft(
  stripe: PaymentProvider,
  use: Use,
  { invoiceId, paymentIntentId }: PaymentSource,
): Promise<MoneyLeft> {
  if (invoiceId) return readInvoiceMoney(stripe, use, invoiceId)
  const { left, ...money } = await readChargeMoney(stripe, use, await readChargeOf(stripe, use, paymentIntentId ?? ''))
  return { ...money, credited: 0, waived: 0, refundable: left }
}

/** A refund and a credit are two ways of giving back, so both are taken off; a credit note that documents a refund is not. */
async function readInvoiceMoney(stripe: PaymentProvider, use: Use, invoice: string): Promise<MoneyLeft> {
  const [{ amount_paid }, payments, issued] = await Promise.all([
    stripe.ask(use, (sdk) => sdk.invoices.retrieve(requireId(invoice))),
    paymentsOf(stripe, use, invoice),
    creditNotesOf(stripe, use, invoice),
  ])
  const charges = []
  for (const payment of payments) charges.push(await readChargeMoney(stripe, use, chargeOf(payment)))
  const notes = issued.filter(({ status }) => status !== 'void')
  const noted = sum(notes, (note) => note.post_payment_amount)
  const credited = sum(notes, (note) => Math.max(0, note.post_payment_amount - refundedBy(note)))
  const left = sum(charges, (charge) => charge.left) - credited
  return {
    refunded: sum(charges, (charge) => charge.refunded),
    credited,
    waived: sum(notes, (note) => note.pre_payment_amount),
    disputed: sum(charges, (charge) => charge.disputed),
    lost: sum(charges, (charge) => charge.lost),
    // A refund is made by a credit note, and these cannot come to more than was paid.
    refundable: Math.max(0, Math.min(amount_paid - noted, left)),
  }
}

/** Every credit note of an invoice, each with its refunds. */
const creditNotesOf = (stripe: PaymentProvider, use: Use, invoice: string) =>
  collect(
    allOf(stripe, use, (sdk, paging) =>
      sdk.creditNotes.list({ ...paging, invoice: requireId(invoice), expand: ['data.refunds.refund'] }),
    ),
  )

/** On charges: what was given back on a payment that never passed the provider is no refund of theirs. */
const refundedBy = ({ refunds }: Stripe.CreditNote) =>
  sum(
    refunds.filter(({ type }) => type !== 'payment_record_refund'),
    (refund) => refund.amount_refunded,
  )

/** Of a charge that has succeeded; of any other nothing is left. */
async function readChargeMoney(stripe: PaymentProvider, use: Use, charge: Stripe.Charge | undefined) {
  if (charge?.status !== 'succeeded') return { refunded: 0, disputed: 0, lost: 0, left: 0 }
  const { id, amount, amount_refunded: refunded } = charge
  // It stays `disputed` for good, whoever won.
  const disputes = charge.disputed
    ? await collect(allOf(stripe, use, (sdk, paging) => sdk.disputes.list({ ...paging, charge: requireId(id) })))
    : []
  const amountOf = (outcome: 'open' | 'lost') =>
    sum(
      disputes.filter(({ status }) => outcomeOf(status) === outcome),
      (dispute) => dispute.amount,
    )
  const [disputed, lost] = [amountOf('open'), amountOf('lost')]
  return { refunded, disputed, lost, left: Math.max(0, amount - refunded - disputed - lost) }
}

/** An inquiry, which is a warning, takes no money, and neither does a dispute that was prevented. What we do not know is open. */
export function outcomeOf(status: Stripe.Dispute.Status): 'open' | 'lost' | 'none' {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'prevented' || status.startsWith('warning_') ? 'none' : 'open'
}

const sum = <T>(rows: T[], amountOf: (row: T) => number) => rows.reduce((total, row) => total + amountOf(row), 0)

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
