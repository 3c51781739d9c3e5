import type { FinanceOfCurrency } from '@hikmah/contract/finance/schemas'
import type { OrganizationGroup } from './sums.ts'

export const sumOf = <T>(groups: T[], of: (group: T) => number) => groups.reduce((sum, group) => sum + of(group), 0)

export const amountAndCount = (groups: { amount: number; invoices: number }[]) => ({
  amount: sumOf(groups, ({ amount }) => amount),
  invoices: sumOf(groups, ({ invoices }) => invoices),
})

const MOST = 50

type Kind = 'paid' | 'due' | 'overdue'
type List = Record<string, string>

/** Who paid most first; of those who paid alike, who owes most. */
export function organizationsOf(
  currency: string,
  groups: Record<Kind, OrganizationGroup[]>,
  paidList: List,
): Pick<FinanceOfCurrency, 'organizations' | 'others'> {
  const byId = { paid: grouped(groups.paid), due: grouped(groups.due), overdue: grouped(groups.overdue) }
  const names = new Map(
    Object.values(groups)
      .flat()
      .map(({ organizationId, organizationName }) => [organizationId, organizationName ?? '']),
  )
  const rows = [...names].map(([id, orgName]) => {
    const sum = (kind: Kind, list: List) => ({
      ...amountAndCount(byId[kind].get(id) ?? []),
      list: { ...list, orgId: id ?? 'none' },
    })
    return {
      organization: id ? { _id: id, orgName } : null,
      orgName,
      paid: sum('paid', paidList),
      due: sum('due', { status: 'due', currency }),
      overdue: sum('overdue', { status: 'overdue', currency }),
    }
  })
  const owed = (row: (typeof rows)[number]) => row.due.amount + row.overdue.amount
  rows.sort((a, b) => b.paid.amount - a.paid.amount || owed(b) - owed(a) || (a.orgName < b.orgName ? -1 : 1))
  const others = rows.slice(MOST)
  return {
    organizations: rows.slice(0, MOST).map(({ orgName: _, ...row }) => row),
    others:
      others.length === 0
        ? null
        : {
            organizations: others.length,
            paid: sumOf(others, (row) => row.paid.amount),
            due: sumOf(others, (row) => row.due.amount),
            overdue: sumOf(others, (row) => row.overdue.amount),
          },
  }
}

function grouped(groups: OrganizationGroup[]) {
  const byId = new Map<string | null, OrganizationGroup[]>()
  for (const group of groups) byId.set(group.organizationId, [...(byId.get(group.organizationId) ?? []), group])
  return byId
}
