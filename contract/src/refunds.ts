import { z } from 'zod'
import { PatternText, RequiredText, Timestamp } from './common.ts'
import { formatMoney } from './money.ts'
import { disputeOutcomes } from './money-account.ts'
import { describeDispute, MAX_REASON, refundStatuses } from './orders/words.ts'
import { keysOf } from './words.ts'

export const REFUND_MADE = 'Refund Made Successfully!'
export const PAY_BACK_BY_CHECK = 'Pay it back by check'
/** To where the money came from, or to the customer’s balance, which pays for the next invoices. */
export const refundWays = ['back', 'credit'] as const
export type RefundWay = (typeof refundWays)[number]
export const MAY_NOT_REFUND = 'Only owners and admins can refund'
export const REFUSED_REFUND =
  'CONFLICT: more than is left of the payment, which `current` says, or another change is under way'

/** Whole minor units of the currency beside it. */
const Amount = z.int()

/** A payment of which money can go back: of an invoice, or of a checkout without one. All of it is its account's. */
export const RefundablePayment = z.object({
  /** The invoice or the payment intent; `:outside` follows for what was paid for an invoice outside the provider. */
  paymentId: z.string(),
  at: Timestamp,
  /** Of the invoice; empty for a checkout without one. */
  number: z.string(),
  /** Such as `VISA 4242`; left out for those who may not see it, and outside the provider. */
  method: z.string().optional(),
  /** The provider only knows of it, so a refund is booked and somebody pays it back. */
  isOutside: z.boolean(),
  isRenewal: z.boolean(),
  paid: Amount,
  /** What was given back outside the provider too. */
  refunded: Amount,
  /** On its way back. */
  refundPending: Amount,
  credited: Amount,
  disputed: Amount,
  lost: Amount,
  refundable: Amount,
  /** Of it, what can go to the customer’s balance. */
  creditable: Amount,
  /** paid − refunded − lost */
  net: Amount,
  currency: z.string(),
})
export type RefundablePayment = z.infer<typeof RefundablePayment>

const AccountEntry = z.object({
  at: Timestamp,
  paymentId: z.string(),
  kind: z.enum(['paid', 'refund', 'credit', 'dispute']),
  /** Above 0 when it came, below 0 when it went. */
  amount: Amount,
  /** What is kept of all payments after it. A refund on its way, a credit and an open dispute do not lower it. */
  net: Amount,
  /** Of a refund. */
  status: z.enum(refundStatuses).nullable(),
  /** Of a dispute. */
  outcome: z.enum(keysOf(disputeOutcomes)).nullable(),
  /** Who made the refund here, and why; empty for what was done at the provider. */
  by: z.string(),
  reason: z.string(),
})

export const AccountOverview = z.object({
  currency: z.string(),
  /** Newest first. */
  payments: z.array(RefundablePayment),
  /** Oldest first. */
  entries: z.array(AccountEntry),
})
export type AccountOverview = z.infer<typeof AccountOverview>

export const RefundMade = AccountOverview.extend({
  refund: z.object({
    amount: Amount,
    status: z.enum(refundStatuses),
    isOutside: z.boolean(),
    way: z.enum(refundWays),
    /** Of the credit note; empty of a refund. */
    number: z.string(),
  }),
})
export type RefundMade = z.infer<typeof RefundMade>

export const RefundRequest = z.object({
  paymentId: PatternText(80, /^(in_\w{3,64}(:outside)?|pi_\w{3,64})$/, 'Enter the id of a payment, like in_1QmStdMo29'),
  /** The whole rest without it. */
  amount: z.int().min(1, 'Enter an amount above 0').optional(),
  reason: RequiredText(MAX_REASON),
  /** A credit is booked as a credit note: no money leaves. */
  way: z.enum(refundWays, 'Choose back or credit').default('back'),
  /** What was shown as refundable: refused when something else is left by now. */
  seen: z.int().optional(),
})

type Left = Pick<RefundablePayment, 'paymentId' | 'refundable' | 'creditable' | 'disputed' | 'currency'>

/** Why this amount of a payment, or without one anything of it, cannot go back in this way. */
export function whyNotRefund(left: Left, amount = 0, way: RefundWay = 'back'): string | null {
  const { paymentId, refundable, creditable, disputed, currency } = left
  const isCredit = way === 'credit'
  if (isCredit && paymentId.startsWith('pi_'))
    return 'It was paid without an invoice, so no credit note can be issued. Refund it'
  const most = isCredit ? creditable : refundable
  if (most > 0) return amount > most ? `At most ${formatMoney(most, currency)}` : null
  if (isCredit && refundable > 0) return 'Credit notes are issued for all of this payment. Refund it'
  return disputed > 0 ? describeDispute(disputed, currency) : 'Nothing of this payment is left to refund'
}
