import { DEFAULT_PERIOD } from '@hikmah/contract/dashboard-stats'
import { finance } from '@hikmah/contract/finance'
import type { House } from '../house.ts'
import { setSafeDownloadHeaders } from '../kit/files/files.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/read-page.ts'
import { exportInvoices } from './export-invoices.ts'
import { listInvoices, streamInvoices } from './queries.ts'
import { createFinanceSummaries } from './summary.ts'

export function financeRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  const readSummary = createFinanceSummaries(house)
  serve(finance.readFinanceSummary, ({ query: { period = DEFAULT_PERIOD, tz = 'UTC' } }) =>
    readSummary({ period, zone: tz }),
  )
  serveList(serve, change, finance.listInvoices, {
    entity: 'invoice',
    entityName: 'All invoices',
    page: ({ query }) => listInvoices(db, query, clock.now()),
    whole: () => streamInvoices(db, {}, clock.now()),
  })
  serve(finance.exportInvoices, async ({ query, actor, reply }) => {
    const day = clock.now().toISOString().slice(0, 10)
    setSafeDownloadHeaders(reply, { name: `invoices-${day}.csv`, contentType: 'text/csv; charset=utf-8' }, 'attachment')
    return exportInvoices(house, actor, query)
  })
}
