import type { FinanceOfCurrency } from '@hikmah/contract/finance'
import type { Account } from './sums.ts'

type List = Record<string, string>

/**
 * By the amount paid, then by the amount owed, largest first. Those not listed are summed in `others`, so that
 * everything adds up to `whole`.
 */
export function organizationsOf(
  currency: string,
  accounts: Account[],
  whole: Record<'paid' | 'due' | 'overdue', number>,
  paidList: List,
): Pick<FinanceOfCurrency, 'organizations' | 'others'> {
  const rows = accounts.map(({ organizationId: id, organizationName, ...account }) => {
    const orgName = organizationName ?? ''
    const listOf = (list: List) => ({ ...list, orgId: id ?? 'none' })
    return {
      organization: id ? { _id: id, orgName } : null,
      orgName,
      paid: { amount: account.paid, invoices: account.paidInvoices, list: listOf(paidList) },
      due: { amount: account.due, invoices: account.dueInvoices, list: listOf({ status: 'due', currency }) },
      overdue: {
        amount: account.overdue,
        invoices: account.overdueInvoices,
        list: listOf({ status: 'overdue', currency }),
      },
    }
  })
  const owed = (row: (typeof rows)[number]) => row.due.amount + row.overdue.amount
  rows.sort((a, b) => b.paid.amount - a.paid.amount || owed(b) - owed(a) || (a.orgName < b.orgName ? -1 : 1))
  const others = (accounts[0]?.organizations ?? 0) - rows.length
  const rest = (kind: 'paid' | 'due' | 'overdue') => rows.reduce((left, row) => left - row[kind].amount, whole[kind])
  return {
    organizations: rows.map(({ orgName: _, ...row }) => row),
    others:
      others === 0 ? null : { organizations: others, paid: rest('paid'), due: rest('due'), overdue: rest('overdue') },
  }
}
