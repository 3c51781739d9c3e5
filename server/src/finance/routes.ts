import { DEFAULT_PERIOD } from '@hikmah/contract/dashboard-stats'
import { finance } from '@hikmah/contract/finance'
import { recurringRevenue } from '@hikmah/contract/recurring-revenue'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveCsv, serveList } from '../kit/list/read-page.ts'
import { readRevenueChange, readRevenueChangeRows } from './change.ts'
import { invoiceColumns } from './export-invoices.ts'
import { listInvoices, streamExportedInvoices, streamInvoices } from './queries.ts'
import { listRecurringMovements, readRecurringRevenue } from './recurring.ts'
import { createFinanceSummaries, readPayers } from './summary.ts'

export function financeRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  const readSummary = createFinanceSummaries(house)
  serve(finance.readFinanceSummary, ({ query: { period = DEFAULT_PERIOD, tz = 'UTC' } }) =>
    readSummary({ period, zone: tz }),
  )
  serve(finance.readPayers, ({ query }) => readPayers(house, query))
  serve(finance.readRevenueChange, ({ query }) => readRevenueChange(house, query))
  serve(finance.readRevenueChangeRows, ({ query }) => readRevenueChangeRows(house, query))
  serve(recurringRevenue.readRecurringRevenue, ({ query }) => readRecurringRevenue(house, query))
  serve(recurringRevenue.listRecurringMovements, ({ query }) => listRecurringMovements(house, query))
  serveList(serve, change, finance.listInvoices, {
    entity: 'invoice',
    entityName: 'All invoices',
    page: ({ query }) => listInvoices(db, query, clock.now()),
    whole: () => streamInvoices(db, {}, clock.now()),
  })
  serveCsv(serve, house, finance.exportInvoices, {
    file: 'invoices',
    about: { action: 'invoice.list-exported', entity: 'invoice', entityName: 'All invoices' },
    columns: invoiceColumns,
    rows: (query) => streamExportedInvoices(db, query, clock.now()),
  })
}
