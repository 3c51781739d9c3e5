import { PAID_OUTSIDE } from '@hikmah/contract/invoices'
import { exponentOf, formatMoney } from '@hikmah/contract/money'
import { PAY_BACK_BY_CHECK, type RefundablePayment } from '@hikmah/contract/refunds'
import { readCode } from '@hikmah/contract/typed'
import { withoutThousands } from '../kit/form/typed-numbers.ts'
import { formatDate } from '../kit/format/texts.ts'

/** Minor units of what somebody typed, such as 1,324.5 or $1,324.50; null for what is no amount. */
export function readAmount(text: string, currency: string): number | null {
  const digits = exponentOf(currency)
  const number = withoutThousands(readCode(text).replace(/^[^\d.,-]/, ''))
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d*))?$/.exec(number) ?? []
  if (whole === '' || part.length > digits) return null
  return Number(whole + part.padEnd(digits, '0'))
}

/** As it stands in the field: 324.00 */
export function amountText(amount: number, currency: string): string {
  const digits = exponentOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/** The currency as it stands before an amount: $ */
export const currencySign = (currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency.toUpperCase()

/** VISA 4242, 2417-8830, $44.10 disputed */
export function describePayment({ isOutside, method, number, isRenewal, disputed, lost, currency }: RefundablePayment) {
  const money = (amount: number) => formatMoney(amount, currency)
  return [
    isOutside ? PAID_OUTSIDE : method,
    number,
    isRenewal && 'renewal',
    disputed > 0 && `${money(disputed)} disputed`,
    lost > 0 && `${money(lost)} lost in a dispute`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const CREDIT_GIVEN = 'Credit Given Successfully!'

/** Back to VISA 4242 */
export function describeBack(payments: RefundablePayment[]): { label: string; description: string } {
  if (payments.length > 0 && payments.every(({ isOutside }) => isOutside))
    return { label: PAY_BACK_BY_CHECK, description: 'What was paid outside Stripe is only booked.' }
  const methods = [...new Set(payments.map(({ method }) => method))]
  const [method] = methods
  return {
    label: `Back to ${methods.length === 1 && method ? method : 'where each payment came from'}`,
    description: payments.some(({ isOutside }) => isOutside)
      ? `5 to 10 days. ${PAY_BACK_BY_CHECK} what was paid outside Stripe, which is only booked.`
      : '5 to 10 days. Booked as a refund.',
  }
}

/** Its name where no other column stands beside it: $888.00, Nov 12, 2026, VISA 4242 */
export const paymentName = ({ paid, at, isOutside, method, currency }: RefundablePayment) =>
  [formatMoney(paid, currency), formatDate(at, 'll'), isOutside ? 'outside Stripe' : method].filter(Boolean).join(', ')

/** Everything of it that came back or is on its way. */
export const alreadyBack = ({ refunded, refundPending, credited }: RefundablePayment) =>
  refunded + refundPending + credited
