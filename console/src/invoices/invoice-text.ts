import { type Invoice, isPaidOutside, PAID_OUTSIDE, paymentMethodText, type Receipt } from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import type { MoneyMovement } from '@hikmah/contract/money-account'
import { CREDITED_TO_BALANCE, describeDisputeReason, RETURNED_OUTSIDE } from '@hikmah/contract/money-words'
import { BILLING_CYCLE, frequencyOf, frequencyText } from '@hikmah/contract/payments'
import { capitalized } from '@hikmah/contract/words'
import { formatDate } from '../kit/format/texts.ts'

/** The provider numbers an invoice once it is issued. */
export const invoiceNumber = ({ number, id }: Pick<Invoice, 'number' | 'id'>) => number ?? id

/** A receipt has its own number once it has been emailed; until then it uses the invoice number. */
export function documentTitle(receipt: Pick<Receipt, 'status' | 'number' | 'receipt_number' | 'id'>) {
  const isPaid = receipt.status === 'paid'
  const name = isPaid ? (receipt.receipt_number ?? invoiceNumber(receipt)) : invoiceNumber(receipt)
  return { kind: isPaid ? 'Receipt' : 'Invoice', name }
}

type Line = Invoice['lines']['data'][number]

const lineCycle = ({ plan }: Line) =>
  plan ? frequencyText(frequencyOf({ interval: plan.interval, intervalCount: plan.interval_count })) : '–'

/** Of the lines that are charged, not of what is given back; several where they differ. */
export function billingCycle({ lines }: Pick<Invoice, 'lines'>): string {
  const recurring = lines.data.filter(({ plan }) => plan)
  const charged = recurring.filter(({ amount }) => amount > 0)
  const cycles = (charged.length > 0 ? charged : recurring).map(lineCycle)
  return [...new Set(cycles)].join(', ') || '–'
}

/** `2 × DEENKIOSK Standard (at $360.00 / year)` says in words what the columns beside it say. */
export function lineName({ description, plan_name: plan, proration }: Line) {
  const name = description.replace(/^\d+ × /, '').replace(/ \(at [^()]*\)$/, '') || '–'
  return !plan || proration || name.toLowerCase().endsWith(plan.toLowerCase()) ? name : `${name} ${plan}`
}

const DAY_MS = 86_400_000

/** `Annually, Nov 12, 2026 to Nov 11, 2027`: the day the next period begins does not belong to this one. */
export function linePeriod(line: Line): string {
  const [start, end] = [line.period.start * 1000, line.period.end * 1000]
  if (!line.plan && end - start < DAY_MS) return ''
  const days = `${formatDate(start, 'll')} to ${formatDate(Math.max(start, end - DAY_MS), 'll')}`
  return line.plan && !line.proration ? `${lineCycle(line)}, ${days}` : days
}

/** The price of one, perhaps in fractions of a cent. A prorated line has none. */
export function unitPrice({ unit_amount_decimal: price, proration }: Line, currency: string): string | null {
  if (price === null || proration) return null
  return formatMoney(Number(price), currency)
}

/** How the money came, for the paper; who may not see the method reads that there was a payment. */
export function paymentLines(receipt: Receipt): [string, ...string[]] {
  const { payment, paid_outside: outside, paid_outside_note: noted, amount_paid: paid, paid_at: at, currency } = receipt
  const cycle = `${BILLING_CYCLE}: ${billingCycle(receipt)}`
  const dueAt = receipt.status === 'open' && receipt.due_date
  if (isPaidOutside(receipt)) {
    const received = at && noted && `Received ${formatDate(at * 1000, 'll')}, recorded by ${noted.byName}`
    return [noted?.note ?? PAID_OUTSIDE, ...(received ? [received] : []), 'Not charged by the payment provider', cycle]
  }
  if (paid === 0 && receipt.status === 'paid') return ['Nothing to pay', cycle]
  if (paid === 0 && receipt.status === 'void') return ['Void, nothing to pay', cycle]
  if (paid === 0 && receipt.status === 'uncollectible') return ['Not paid', cycle]
  if (paid === 0) return ['Not paid yet', ...(dueAt ? [`Due ${formatDate(dueAt * 1000, 'll')}`] : []), cycle]
  const method = payment ? paymentMethodText(payment, ' ending in ') : 'Paid by the payment provider'
  return [
    method + (payment?.others ? ` +${payment.others}` : ''),
    ...(at ? [`Charged by Stripe, ${formatDate(at * 1000, 'll')}`] : []),
    ...(outside > 0 ? [`${PAID_OUTSIDE}: ${formatMoney(outside, currency)}`] : []),
    cycle,
  ]
}

/** What moved after the payment, in words beside its state; credit notes by their number. */
export function describeMovement(movement: MoneyMovement): { name: string; detail: string } {
  const { reason } = movement
  if (movement.kind === 'refund') return { name: 'Refund', detail: reasonText(reason) }
  if (movement.kind === 'dispute') return { name: 'Dispute', detail: describeDisputeReason(reason) }
  const parts = [
    movement.toBalance > 0 && CREDITED_TO_BALANCE,
    movement.outside > 0 && RETURNED_OUTSIDE,
    movement.waived > 0 && 'Not owed any more',
    // What is left documents a refund, which stands beside it.
    movement.waived + movement.toBalance + movement.outside === 0 && 'Of the refund, not more money',
  ]
  return {
    name: `Credit note ${movement.number}`,
    detail: movement.isVoid ? 'Void' : join(...parts, reasonText(reason)),
  }
}
const join = (...parts: (string | false)[]) => parts.filter(Boolean).join(', ')
const reasonText = (reason: string) => capitalized(reason.replaceAll('_', ' '))

export function addressLines(address: Invoice['customer_address']): string[] {
  if (!address) return []
  const { line1, line2, city, state, postalCode, country } = address
  const place = [[city, state].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ')
  return [line1, line2, [place, country].filter(Boolean).join(', ')].filter(Boolean)
}
