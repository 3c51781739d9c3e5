import type Stripe from 'stripe'
import { chargeOf, paymentsOf, readChargeOf } from './billing.ts'
import type { PaymentProvider, Use } from './provider.ts'
import { collectAll, requireId, TooLittleLeft } from './requests.ts'

/** The state of the money of an invoice, or of a payment without one, at the provider. */
export interface MoneyLeft {
  refunded: number
  /** By credit notes after the payment, except what documents a refund of its charges. */
  credited: number
  /** By credit notes before the payment, which it reduced. */
  waived: number
  disputed: number
  lost: number
  refundable: number
}

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

/** Refunds and credits both give back, so both are subtracted; a credit note that documents a refund is not. */
async function readInvoiceMoney(stripe: PaymentProvider, use: Use, invoice: string): Promise<MoneyLeft> {
  const [{ amount_paid }, payments, issued] = await Promise.all([
    stripe.ask(use, (sdk) => sdk.invoices.retrieve(requireId(invoice))),
    paymentsOf(stripe, use, invoice),
    listCreditNotes(stripe, use, invoice),
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
    // A refund is a credit note, and credit notes cannot exceed what was paid.
    refundable: Math.max(0, Math.min(amount_paid - noted, left)),
  }
}

const listCreditNotes = (stripe: PaymentProvider, use: Use, invoice: string) =>
  collectAll(stripe, use, (sdk, paging) =>
    sdk.creditNotes.list({ ...paging, invoice: requireId(invoice), expand: ['data.refunds.refund'] }),
  )

/** What was given back on a payment outside the provider is no refund of a charge. */
const refundedBy = ({ refunds }: Stripe.CreditNote) =>
  sum(
    refunds.filter(({ type }) => type !== 'payment_record_refund'),
    (refund) => refund.amount_refunded,
  )

/** Nothing is left of a charge that has not succeeded. */
async function readChargeMoney(stripe: PaymentProvider, use: Use, charge: Stripe.Charge | undefined) {
  if (charge?.status !== 'succeeded') return { refunded: 0, disputed: 0, lost: 0, left: 0 }
  const { id, amount, amount_refunded: refunded } = charge
  // `disputed` stays true whoever won.
  const disputes = charge.disputed
    ? await collectAll(stripe, use, (sdk, paging) => sdk.disputes.list({ ...paging, charge: requireId(id) }))
    : []
  const amountOf = (outcome: 'open' | 'lost') =>
    sum(
      disputes.filter(({ status }) => outcomeOf(status) === outcome),
      (dispute) => dispute.amount,
    )
  const [disputed, lost] = [amountOf('open'), amountOf('lost')]
  return { refunded, disputed, lost, left: Math.max(0, amount - refunded - disputed - lost) }
}

/** Inquiries (warnings) and prevented disputes take no money. An unknown status counts as open. */
export function outcomeOf(status: Stripe.Dispute.Status): 'open' | 'lost' | 'none' {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'prevented' || status.startsWith('warning_') ? 'none' : 'open'
}

const sum = <T>(rows: T[], amountOf: (row: T) => number) => rows.reduce((total, row) => total + amountOf(row), 0)

/** Refunds once under a key, even after the provider, which keeps keys for a day, has forgotten it. */
export async function refundInvoice(stripe: PaymentProvider, invoice: string, amount: number, key: string) {
  const find = async () =>
    (await listCreditNotes(stripe, 'work', invoice)).find(({ metadata }) => metadata?.key === key)
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

export async function refundPayment(stripe: PaymentProvider, paymentIntent: string, amount: number, key: string) {
  const payment_intent = requireId(paymentIntent)
  const find = async () =>
    (await collectAll(stripe, 'work', (sdk, paging) => sdk.refunds.list({ ...paging, payment_intent }))).find(
      ({ metadata }) => metadata?.key === key,
    )
  return (
    (await findMade(stripe, { invoiceId: null, paymentIntentId: paymentIntent }, amount, find)) ??
    stripe.ask('work', (sdk) =>
      sdk.refunds.create({ payment_intent, amount, metadata: { key } }, { idempotencyKey: key }),
    )
  )
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
  const { refundable } = await readMoneyLeft(stripe, 'work', source)
  if (amount <= refundable) return undefined
  // An equal call may have made it in between and used up the rest.
  const madeMeanwhile = await find()
  if (!madeMeanwhile) throw new TooLittleLeft(refundable)
  return madeMeanwhile
}

export const readRefund = (stripe: PaymentProvider, id: string) =>
  stripe.ask('work', (sdk) => sdk.refunds.retrieve(requireId(id)))
