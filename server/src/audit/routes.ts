import { audit } from '@hikmah/contract/audit'
import type { House } from '../house.ts'
import { verifyChain } from '../kit/audit/chain.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveCsv } from '../kit/list/read-page.ts'
import { countAudit, csvColumns, listActivities, listAudit, streamAudit } from './queries.ts'

export function auditRoutes(serve: Serve, house: House) {
  const { db, keys } = house
  serve(audit.listAudit, ({ query }) => listAudit(db, query))
  serve(audit.countAudit, ({ query }) => countAudit(db, query))
  serve(audit.listActivities, ({ query, actor }) => listActivities(db, query, actor.role))
  serve(audit.verifyAudit, () => verifyChain(db, keys))
  serveCsv(serve, house, audit.exportAudit, {
    file: 'audit',
    about: { action: 'audit.exported', entity: 'audit', entityName: 'Audit trail' },
    columns: csvColumns,
    rows: (query) => streamAudit(db, query),
  })
}
