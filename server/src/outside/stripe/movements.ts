import { sum } from '@hikmah/contract/money'
import type { DisputeOutcome, MoneyMovement, PaidMoney } from '@hikmah/contract/money-account'
import { type RefundStatus, refundStatuses } from '@hikmah/contract/orders/words'
import type Stripe from 'stripe'
import { chargeOf } from './billing.ts'
import type { PaymentProvider, Use } from './provider.ts'
import { allOf, collectAll, idOf, requireId } from './requests.ts'

/** What was paid for an invoice, or without one, and everything that moved of it. */
export interface PaymentMoney {
  paid: PaidMoney
  movements: MoneyMovement[]
}

/** Asks for refunds, disputes and credit notes only where the invoice or a charge says that there are some. */
export async function readInvoiceMovements(
  stripe: PaymentProvider,
  use: Use,
  invoice: Stripe.Invoice,
  payments: Stripe.InvoicePayment[],
): Promise<PaymentMoney> {
  const charges = payments.flatMap((payment) => chargeOf(payment) ?? []).filter(hasSucceeded)
  const hasNotes = invoice.pre_payment_credit_notes_amount > 0 || invoice.post_payment_credit_notes_amount > 0
  const notes = hasNotes ? await listCreditNotes(stripe, use, requireId(invoice.id)) : []
  const moved: MoneyMovement[] = []
  for (const charge of charges) moved.push(...(await readChargeMovements(stripe, use, charge)))
  return {
    paid: { charges: charges.map(paidAmount), outside: invoice.amount_paid_off_stripe ?? 0 },
    movements: [...moved, ...notes.map(creditNoteOf)],
  }
}

/** Of a payment without an invoice. Nothing was paid by a charge that has not succeeded. */
export async function readChargeMoney(
  stripe: PaymentProvider,
  use: Use,
  charge: Stripe.Charge | undefined,
): Promise<PaymentMoney> {
  if (!charge || !hasSucceeded(charge)) return { paid: { charges: [], outside: 0 }, movements: [] }
  return {
    paid: { charges: [paidAmount(charge)], outside: 0 },
    movements: await readChargeMovements(stripe, use, charge),
  }
}

const hasSucceeded = ({ status }: Stripe.Charge) => status === 'succeeded'
const paidAmount = ({ id, amount }: Stripe.Charge) => ({ id, amount })

async function readChargeMovements(
  stripe: PaymentProvider,
  use: Use,
  { id, amount_refunded, disputed }: Stripe.Charge,
) {
  const charge = requireId(id)
  const [refunds, disputes] = await Promise.all([
    amount_refunded > 0 ? collectAll(stripe, use, (sdk, paging) => sdk.refunds.list({ ...paging, charge })) : [],
    // It stays true whoever won.
    disputed ? collectAll(stripe, use, (sdk, paging) => sdk.disputes.list({ ...paging, charge })) : [],
  ])
  return [...refunds.map(refundOf), ...disputes.map(disputeOf)]
}

export const listCreditNotes = (stripe: PaymentProvider, use: Use, invoice: string) =>
  collectAll(stripe, use, (sdk, paging) =>
    sdk.creditNotes.list({ ...paging, invoice: requireId(invoice), expand: ['data.refunds.refund'] }),
  )

/** Of all payments, newest first: the ids and what they are about. `since` undefined reads all there ever were. */
export async function* listMovements(stripe: PaymentProvider, since: Date | undefined) {
  const created = since && { created: { gte: Math.floor(since.getTime() / 1000) } }
  for await (const one of allOf(stripe, 'work', (sdk, paging) => sdk.refunds.list({ ...paging, ...created })))
    yield { movement: refundOf(one), paymentIntent: idOf(one.payment_intent), invoice: null }
  for await (const one of allOf(stripe, 'work', (sdk, paging) => sdk.disputes.list({ ...paging, ...created })))
    yield { movement: disputeOf(one), paymentIntent: idOf(one.payment_intent), invoice: null }
  for await (const one of allOf(stripe, 'work', (sdk, paging) =>
    sdk.creditNotes.list({ ...paging, ...created, expand: ['data.refunds.refund'] }),
  ))
    yield { movement: creditNoteOf(one), paymentIntent: null, invoice: idOf(one.invoice) }
}

const momentOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** A status that we do not know counts as one in which the money has not come back yet. */
export const knownRefundStatus = (status: string | null): RefundStatus =>
  refundStatuses.find((known) => known === status) ?? 'pending'

const refundOf = ({ id, charge, amount, created, reason, status }: Stripe.Refund): MoneyMovement => ({
  kind: 'refund',
  id,
  chargeId: idOf(charge),
  amount,
  at: momentOf(created),
  reason: reason ?? '',
  status: knownRefundStatus(status),
})

function disputeOf(dispute: Stripe.Dispute): MoneyMovement {
  const {
    id,
    charge,
    amount,
    currency,
    created,
    reason,
    status,
    balance_transactions,
    evidence_details: evidence,
  } = dispute
  // All of them are of the one balance that the account settles to.
  const [settled] = balance_transactions
  return {
    kind: 'dispute',
    id,
    chargeId: idOf(charge),
    amount,
    at: momentOf(created),
    reason,
    outcome: outcomeOf(status),
    fee: sum(balance_transactions, ({ fee }) => fee),
    ...(settled && settled.currency !== currency && { feeCurrency: settled.currency }),
    evidenceDueAt: awaitsEvidence(status) && evidence.due_by ? momentOf(evidence.due_by) : null,
    hasEvidence: evidence.submission_count > 0,
  }
}

/** Inquiries (warnings) and prevented disputes take no money. An unknown status counts as open. */
export function outcomeOf(status: Stripe.Dispute.Status): DisputeOutcome {
  if (status === 'won') return 'won'
  if (status === 'lost') return 'lost'
  return status === 'prevented' || status.startsWith('warning_') ? 'inquiry' : 'open'
}

const awaitsEvidence = (status: Stripe.Dispute.Status) => status.endsWith('needs_response')

/** What was given back on a payment outside the provider is no refund of a charge. */
function creditNoteOf(note: Stripe.CreditNote): MoneyMovement {
  const refunds = note.refunds.filter(({ type }) => type !== 'payment_record_refund')
  const byRefunds = sum(refunds, ({ amount_refunded }) => amount_refunded)
  const rest = Math.max(0, note.post_payment_amount - byRefunds)
  const outside = Math.min(rest, note.out_of_band_amount ?? 0)
  return {
    kind: 'credit-note',
    id: note.id,
    chargeId: null,
    amount: note.pre_payment_amount + note.post_payment_amount,
    at: momentOf(note.created),
    reason: note.reason ?? '',
    number: note.number,
    isVoid: note.status === 'void',
    waived: note.pre_payment_amount,
    toBalance: rest - outside,
    outside,
  }
}
