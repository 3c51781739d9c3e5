import { formatMoney } from '@hikmah/contract/money'
import { Link } from '@tanstack/react-router'
import { plural } from '../kit/format/texts.ts'
import { invoicesLink } from './invoices-link.ts'

interface Props {
  of: { amount: number; invoices: number; list: Record<string, string> }
  currency: string
  /** What the sum is of, for screen readers: "Overdue, Masjid Quba". */
  label: string
}

/** An amount that links to its invoices; a dash if there are none. */
export function SumLink({ of: { amount, invoices, list }, currency, label }: Props) {
  if (invoices === 0) return '–'
  const money = formatMoney(amount, currency)
  return (
    <Link {...invoicesLink(list)} aria-label={`${money}, ${label}, ${plural(invoices, 'invoice')}`}>
      {money}
    </Link>
  )
}
