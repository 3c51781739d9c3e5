import type { Invoice, Receipt } from '@hikmah/contract/invoices'
import { exponentOf, formatMoney } from '@hikmah/contract/money'
import { frequencyOf, frequencyText } from '@hikmah/contract/payments'
import { formatDate } from '../kit/format/texts.ts'

/** The provider numbers an invoice once it is issued. */
export const invoiceNumber = ({ number, id }: Pick<Invoice, 'number' | 'id'>) => number ?? id

/** A receipt has its own number once it has been e-mailed; until then it uses the invoice number. */
export function documentTitle(receipt: Pick<Receipt, 'status' | 'number' | 'receipt_number' | 'id'>) {
  const isPaid = receipt.status === 'paid'
  const name = isPaid ? (receipt.receipt_number ?? invoiceNumber(receipt)) : invoiceNumber(receipt)
  return { kind: isPaid ? 'Receipt' : 'Invoice', name }
}

type Line = Invoice['lines']['data'][number]

const lineCycle = ({ plan }: Line) =>
  plan ? frequencyText(frequencyOf({ interval: plan.interval, intervalCount: plan.interval_count })) : '–'

export function billingCycle({ lines }: Pick<Invoice, 'lines'>): string {
  const recurring = lines.data.find(({ plan }) => plan)
  return recurring ? lineCycle(recurring) : '–'
}

/** `2 × DEENKIOSK Standard (at $360.00 / year)` says in words what the columns beside it say. */
export const lineName = ({ description }: Line) =>
  description.replace(/^\d+ × /, '').replace(/ \(at [^()]*\)$/, '') || '–'

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
  const amount = Number(price)
  if (Number.isInteger(amount)) return formatMoney(amount, currency)
  const exponent = exponentOf(currency)
  return `${(amount / 10 ** exponent).toFixed(exponent + 2)} ${currency.toUpperCase()}`
}

export function addressLines(address: Invoice['customer_address']): string[] {
  if (!address) return []
  const { line1, line2, city, state, postalCode, country } = address
  const place = [[city, state].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ')
  return [line1, line2, [place, country].filter(Boolean).join(', ')].filter(Boolean)
}
