import { DisputesQuery } from '@hikmah/contract/disputes'
import { InvoicesQuery } from '@hikmah/contract/finance'
import { formatMoney } from '@hikmah/contract/money'
import { Link, linkOptions } from '@tanstack/react-router'
import { plural } from '../kit/format/texts.ts'
import { searchOf } from '../kit/list/list-search.ts'
import { LinkTo } from '../kit/page/Page.tsx'

export const FinanceLink = () => <LinkTo to="/finance">Finance</LinkTo>

/** The server says which invoices a figure counts, in the words of the list's address. */
export const disputesLink = (list: Record<string, string>) =>
  linkOptions({ to: '/disputes', search: searchOf(DisputesQuery)(list) })

export const invoicesLink = (list: Record<string, string>) =>
  linkOptions({ to: '/finance-invoices', search: searchOf(InvoicesQuery)(list) })

interface SumProps {
  of: { amount: number; invoices: number; list: Record<string, string> }
  currency: string
  /** Names the sum for screen readers: "Overdue, Masjid Quba". */
  label: string
}

/** An amount that links to its invoices; a dash if there are none. */
export function SumLink({ of: { amount, invoices, list }, currency, label }: SumProps) {
  if (invoices === 0) return '–'
  const money = formatMoney(amount, currency)
  return (
    <Link {...invoicesLink(list)} aria-label={`${money}, ${label}, ${plural(invoices, 'invoice')}`}>
      {money}
    </Link>
  )
}
