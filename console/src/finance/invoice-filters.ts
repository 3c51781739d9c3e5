import { type InvoiceRow, type InvoicesQuery, invoiceAgeLabels, invoiceAges } from '@hikmah/contract/finance'
import type { z } from 'zod'
import { choiceFilter, type Filter } from '../kit/filter/filters.ts'
import { periodText } from '../kit/format/dates.ts'

const ages = invoiceAges.map((value) => ({ value, label: invoiceAgeLabels[value] }))

/** The filters of invoices besides search and status, kept in the address as well. */
export function invoiceFilters(
  { age, currency, orgId, paidFrom, paidTo }: z.output<typeof InvoicesQuery>,
  rows: InvoiceRow[] = [],
): Filter[] {
  const paid = periodText(paidFrom, paidTo)
  const name = rows.find((row) => row.orgId?._id === orgId)?.orgId?.orgName
  return [
    choiceFilter('age', 'Overdue', age, ages),
    { label: 'Currency', off: { currency: undefined }, shown: currency?.toUpperCase() },
    { label: 'Paid', off: { paidFrom: undefined, paidTo: undefined }, shown: paid && `Paid ${paid}` },
    {
      label: 'Organization',
      off: { orgId: undefined },
      shown: orgId && (orgId === 'none' ? 'Not linked' : (name ?? 'One organization')),
    },
  ]
}
