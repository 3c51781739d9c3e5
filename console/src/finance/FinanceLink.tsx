import { InvoicesQuery } from '@hikmah/contract/finance'
import { linkOptions } from '@tanstack/react-router'
import { searchOf } from '../kit/list/list-search.ts'
import { LinkTo } from '../kit/page/Page.tsx'

export const FinanceLink = () => <LinkTo to="/finance">Finance</LinkTo>

/** The server says which invoices a figure counts, in the words of the list's address. */
export const invoicesLink = (list: Record<string, string>) =>
  linkOptions({ to: '/finance-invoices', search: searchOf(InvoicesQuery)(list) })
