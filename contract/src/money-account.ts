import { z } from 'zod'
import { Timestamp } from './common.ts'
import { formatMoney, sum } from './money.ts'
import { isRefundUnderWay, type RefundStatus, refundStatuses } from './orders/words.ts'
import { keysOf } from './words.ts'

/** In whole minor units of the currency of its payment. */
const Amount = z.int()

/**
 * What became of a dispute. An inquiry moves no money. While it is open the bank holds the amount; once it is lost the
 * customer has it.
 */
export const disputeOutcomes = { open: 'Open', won: 'Won', lost: 'Lost', inquiry: 'Inquiry' }
export type DisputeOutcome = keyof typeof disputeOutcomes

const shared = {
  /** The provider's: `re_…`, `du_…`, `cn_…`. */
  id: z.string(),
  /** Of the payment it is about; null of a credit note. */
  chargeId: z.string().nullable(),
  amount: Amount,
  at: Timestamp,
  reason: z.string(),
}

export const DisputeMovement = z.object({
  kind: z.literal('dispute'),
  ...shared,
  outcome: z.enum(keysOf(disputeOutcomes)),
  /** What the provider charges for it. */
  fee: Amount,
  /** Where it is not that of the payment: the provider takes the fee from the balance that it settles to. */
  feeCurrency: z.string().optional(),
  /** Until when the provider takes evidence; null where it takes none any more. */
  evidenceDueAt: Timestamp.nullable(),
  hasEvidence: z.boolean(),
})
export type DisputeMovement = z.infer<typeof DisputeMovement>

/** `currency` is that of the payment. */
export const describeFee = (
  { fee, feeCurrency = '' }: Pick<DisputeMovement, 'fee' | 'feeCurrency'>,
  currency: string,
) => formatMoney(fee, feeCurrency || currency)

/** Money that moved after a payment, or that nobody owes any more. The amounts are above 0. */
export const MoneyMovement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refund'), ...shared, status: z.enum(refundStatuses) }),
  DisputeMovement,
  z.object({
    kind: z.literal('credit-note'),
    ...shared,
    number: z.string(),
    isVoid: z.boolean(),
    /** Of the amount: what the open invoice was lowered by, before it was paid. */
    waived: Amount,
    /** What went to the customer's balance, which pays for the next invoices. */
    toBalance: Amount,
    /** What was given back outside the provider. The rest documents refunds. */
    outside: Amount,
  }),
])
export type MoneyMovement = z.infer<typeof MoneyMovement>
type Of<Kind extends MoneyMovement['kind']> = Extract<MoneyMovement, { kind: Kind }>

/** What was paid, before anything of it moved. */
export interface PaidMoney {
  /** By charges of the provider. */
  charges: { id: string; amount: number }[]
  /** By cash, check or transfer: the provider only knows of it. */
  outside: number
}

/**
 * One account of a payment. Everything is added, nothing compared: what left in one way is not what left in another.
 * `net` is what is kept: paid − refunded − lost − returnedOutside. A credit to the balance has not left.
 */
export const MoneyAccount = z.object({
  paid: Amount,
  /** Of it, outside the provider. */
  paidOutside: Amount,
  refunded: Amount,
  /** On its way back, not in `net` until it arrives. */
  refundPending: Amount,
  /** To the customer's balance. */
  credited: Amount,
  returnedOutside: Amount,
  /** Held by the bank while a dispute is open. */
  disputed: Amount,
  lost: Amount,
  /** In the currency of the payment; one in another stands with its dispute. */
  disputeFees: Amount,
  /** Never owed any more: credit notes before the payment. */
  waived: Amount,
  net: Amount,
  /** What can still go back by the provider. */
  refundable: Amount,
  /** Of it, what credit notes can still be issued for: one whose refund failed stays issued. */
  creditable: Amount,
  /** What can still be given back of what was paid outside it. */
  refundableOutside: Amount,
})
export type MoneyAccount = z.infer<typeof MoneyAccount>

export function accountOf({ charges, outside: paidOutside }: PaidMoney, movements: MoneyMovement[]): MoneyAccount {
  const of = <Kind extends MoneyMovement['kind']>(kind: Kind) =>
    movements.filter((movement): movement is Of<Kind> => movement.kind === kind)
  const isPending = (status: RefundStatus) => isRefundUnderWay(status)
  const refunds = of('refund').filter(({ status }) => status === 'succeeded' || isPending(status))
  const disputes = of('dispute')
  const notes = of('credit-note').filter(({ isVoid }) => !isVoid)
  const amountOf = ({ amount }: { amount: number }) => amount
  const paid = sum(charges, amountOf) + paidOutside
  const refunded = sum(
    refunds.filter(({ status }) => status === 'succeeded'),
    amountOf,
  )
  const disputed = sum(
    disputes.filter(({ outcome }) => outcome === 'open'),
    amountOf,
  )
  const lost = sum(
    disputes.filter(({ outcome }) => outcome === 'lost'),
    amountOf,
  )
  const credited = sum(notes, ({ toBalance }) => toBalance)
  const returnedOutside = sum(notes, ({ outside }) => outside)
  // Of each charge at most itself: a bank may take back more than was paid.
  const left = sum(charges, ({ id, amount }) => {
    const gone = [...refunds, ...disputes.filter(({ outcome }) => outcome === 'open' || outcome === 'lost')]
    const goneOfIt = gone.filter(({ chargeId }) => chargeId === id)
    return Math.max(0, amount - sum(goneOfIt, amountOf))
  })
  // Credit notes cannot exceed what was paid.
  const notNoted = Math.max(0, paid - sum(notes, ({ amount, waived }) => amount - waived))
  // A credit takes from the charges first, and what was given back outside from what was paid there.
  const ofCharges = left - credited - Math.max(0, returnedOutside - paidOutside)
  const ofOutside = Math.max(0, paidOutside - returnedOutside) + Math.min(0, ofCharges)
  return {
    paid,
    paidOutside,
    refunded,
    refundPending: sum(
      refunds.filter(({ status }) => isPending(status)),
      amountOf,
    ),
    credited,
    returnedOutside,
    disputed,
    lost,
    disputeFees: sum(disputes, ({ fee, feeCurrency }) => (feeCurrency ? 0 : fee)),
    waived: sum(notes, ({ waived }) => waived),
    net: paid - refunded - lost - returnedOutside,
    refundable: Math.max(0, ofCharges),
    creditable: Math.max(0, Math.min(notNoted, ofCharges)),
    refundableOutside: Math.max(0, Math.min(notNoted, ofOutside)),
  }
}
