import { formatMoney } from '../money.ts'

const statusTexts: Record<string, string> = { open: 'Due', paid: 'Paid', void: 'Failed' }

/** INV-02: open is Due, paid Paid, void Failed; any other capitalised. */
export const invoiceStatusText = (status: string) =>
  statusTexts[status] ?? status.charAt(0).toUpperCase() + status.slice(1)

interface Refunded {
  paid: number
  refunded: number
  currency: string
}

export const isWhollyRefunded = ({ paid, refunded }: Pick<Refunded, 'paid' | 'refunded'>) =>
  refunded > 0 && refunded >= paid

/** What is said beside the status, which stays Paid: that all of the money went back, or how much of it; else nothing. */
export function refundNote({ paid, refunded, currency }: Refunded): string {
  if (isWhollyRefunded({ paid, refunded })) return 'Refunded'
  return refunded > 0 ? `${formatMoney(refunded, currency)} refunded` : ''
}

export const VIEW_RECEIPT = 'VIEW RECEIPT'
export const VIEW_INVOICE = 'VIEW INVOICE'
export const DOWNLOAD_RECEIPT = 'Download Receipt'
export const DOWNLOAD_INVOICE = 'Download Invoice'
export const MAY_NOT_DOWNLOAD =
  'Only owners and admins can download the payment provider’s PDF, which names the payer. You can print this page'
export const NO_PDF = 'The payment provider has no PDF of this invoice yet'

interface Discounted {
  discount: number
  discounts: { code: string; percentOff: number | null; amount: number }[]
}

export interface DiscountLine {
  label: string
  /** As it is shown in a chip beside the label. */
  code: string
  /** Zero or less. */
  amount: number
}

/**
 * What the totals say of a discount: `Discount 10%` with its code, `Discount (CODE)` for an amount, `Discounts` with each of several below
 * it, and the label and 0.00 of the customer's document where there is none. The amounts are the provider's, never a percentage worked out here.
 */
export function discountLines({ discount, discounts }: Discounted): DiscountLine[] {
  const [only, ...others] = discounts
  if (!only) return [{ label: 'Discount 10%', code: '', amount: minus(discount) }]
  if (others.length === 0) return [{ ...named(only), amount: minus(discount) }]
  return [
    { label: 'Discounts', code: '', amount: minus(discount) },
    ...discounts.map((one) => ({ ...named(one), amount: minus(one.amount) })),
  ]
}

/** Zero has no sign. */
const minus = (amount: number) => (amount === 0 ? 0 : -amount)

const named = ({ code, percentOff }: Discounted['discounts'][number]) => {
  if (percentOff !== null) return { label: `Discount ${percentOff}%`, code }
  return { label: code ? `Discount (${code})` : 'Discount', code: '' }
}
