import { formatMoney } from '@hikmah/contract/money'
import { Link } from '@tanstack/react-router'
import { plural } from '../kit/format/texts.ts'
import { invoicesLink } from './invoices-link.ts'

interface Props {
  of: { amount: number; invoices: number; list: Record<string, string> }
  currency: string
  /** What it is the sum of, for who does not see the table: "Overdue, Masjid Quba". */
  label: string
}

/** An amount as the way to its invoices; a dash where there are none. */
export function SumLink({ of: { amount, invoices, list }, currency, label }: Props) {
  if (invoices === 0) return '–'
  const money = formatMoney(amount, currency)
  return (
    <Link {...invoicesLink(list)} aria-label={`${money}, ${label}, ${plural(invoices, 'invoice')}`}>
      {money}
    </Link>
  )
}
