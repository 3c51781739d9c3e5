import { sum } from '@hikmah/contract/money'
import type Stripe from 'stripe'
import { idOf } from '../src/outside/stripe/requests.ts'

const moved = (dispute: Stripe.Dispute, ...statuses: string[]) =>
  statuses.includes(dispute.status) ? dispute.amount : 0

async function readCharge(provider: Stripe, charge: Stripe.Charge) {
  const { data: refunds } = charge.refunds!
  const disputes = charge.disputed ? (await provider.disputes.list({ charge: charge.id, limit: 100 })).data : []
  return {
    id: charge.id,
    intent: idOf(charge.payment_intent),
    amount: charge.paid ? charge.amount : 0,
    refunds,
    disputes,
    refunded: sum(refunds, (refund) => (refund.status === 'succeeded' ? refund.amount : 0)),
    disputed: sum(disputes, (dispute) => moved(dispute, 'needs_response', 'under_review')),
    lost: sum(disputes, (dispute) => moved(dispute, 'lost')),
  }
}
type ChargeTruth = Awaited<ReturnType<typeof readCharge>>

function truthOf(invoice: Stripe.Invoice, charges: ChargeTruth[], notes: Stripe.CreditNote[]) {
  const valid = notes.filter(({ status }) => status !== 'void')
  const noted = sum(valid, ({ post_payment_amount }) => post_payment_amount)
  const byRefund = sum(valid, ({ refunds }) => sum(refunds, ({ amount_refunded }) => amount_refunded))
  const outside = sum(valid, ({ out_of_band_amount }) => out_of_band_amount ?? 0)
  return {
    id: invoice.id!,
    number: invoice.number ?? '',
    status: invoice.status!,
    reason: invoice.billing_reason,
    created: invoice.created,
    subscription: idOf(invoice.parent?.subscription_details?.subscription),
    total: invoice.total,
    paid: invoice.amount_paid,
    paidAt: invoice.status_transitions.paid_at,
    refunded: sum(charges, (charge) => charge.refunded),
    disputed: sum(charges, (charge) => charge.disputed),
    lost: sum(charges, (charge) => charge.lost),
    credited: noted - byRefund - outside,
    outside,
    /** What the receipt lists, by id and amount. */
    movements: [
      ...charges.flatMap(({ refunds, disputes }) => [...refunds, ...disputes]),
      ...notes.map(({ id, post_payment_amount, pre_payment_amount }) => ({
        id,
        amount: pre_payment_amount + post_payment_amount,
      })),
    ].map(({ id, amount }) => ({ id, amount })),
  }
}
/** What the provider itself has of an invoice. */
export type Truth = ReturnType<typeof truthOf>

/** Everything that a customer was billed and paid, oldest first, drafts too; `alone` are charges without an invoice. */
export async function readTruths(provider: Stripe, customer: string) {
  const [invoices, charges, notes] = await Promise.all([
    provider.invoices.list({ customer, limit: 100, expand: ['data.payments'] }),
    provider.charges.list({ customer, limit: 100, expand: ['data.refunds'] }),
    provider.creditNotes.list({ customer, limit: 100 }),
  ])
  const short = [...charges.data.map(({ refunds }) => refunds), ...invoices.data.map(({ payments }) => payments)]
  if ([invoices, charges, notes, ...short].some((list) => list?.has_more))
    throw new Error('The provider has more of this customer than one page')
  const paid = await Promise.all(charges.data.map((charge) => readCharge(provider, charge)))
  const intentsOf = ({ payments }: Stripe.Invoice) => payments!.data.map(({ payment }) => idOf(payment.payment_intent))
  const truths = invoices.data.map((invoice) => {
    const intents = intentsOf(invoice)
    const ofIt = paid.filter(({ intent }) => intents.includes(intent))
    return truthOf(
      invoice,
      ofIt,
      notes.data.filter((note) => idOf(note.invoice) === invoice.id),
    )
  })
  const onInvoices = invoices.data.flatMap(intentsOf)
  return {
    truths: truths.toReversed(),
    charges: paid,
    alone: paid.filter(({ intent }) => !onInvoices.includes(intent)),
  }
}

const isCycle = ({ reason }: Truth) => reason === 'subscription_cycle'

/**
 * The invoices that an order adds up: the one that it began with, the first after its trial and its changes. Changes
 * since a renewal that come to a credit are the renewal's, or where they are more than it, all of it is the order's.
 */
export function countedTruths(truths: Truth[], began: string, trialEnd: number | null) {
  const byAge = truths.toSorted(
    (a, b) => a.created - b.created || Number(a.id !== began) - Number(b.id !== began) || (a.id < b.id ? -1 : 1),
  )
  const firstCycle = byAge.find((truth) => isCycle(truth) && truth.status !== 'void' && truth.status !== 'draft')
  const ofTrial = trialEnd !== null && firstCycle && firstCycle.created >= trialEnd ? firstCycle : undefined
  const isOwn = (truth: Truth) =>
    truth.status !== 'draft' &&
    (truth === ofTrial ||
      truth.id === began ||
      truth.reason === 'subscription_create' ||
      (truth.reason === 'subscription_update' && truth.status !== 'void'))
  const periods: Truth[][] = [[]]
  for (const truth of byAge) {
    if (isCycle(truth) && truth !== ofTrial) periods.push([])
    periods.at(-1)!.push(truth)
  }
  return periods.flatMap((period, i) => {
    const own = period.filter(isOwn)
    const comesTo = sum(own, ({ total }) => total)
    if (i === 0 || comesTo >= 0) return own
    const renewal = period.slice(0, 1).filter(({ status }) => status !== 'void' && status !== 'draft')
    return comesTo + sum(renewal, ({ total }) => total) < 0 ? [...renewal, ...own] : []
  })
}
