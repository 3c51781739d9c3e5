import { audit } from '@hikmah/contract/audit'
import type { House } from '../house.ts'
import { verifyTrail } from '../kit/audit/verify-trail.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveCsv } from '../kit/list/read-page.ts'
import { countAudit, csvColumns, listActivities, listAudit, streamAudit } from './queries.ts'

export function auditRoutes(serve: Serve, house: House) {
  const { db, database, keys, sealer } = house
  serve(audit.listAudit, ({ query }) => listAudit(db, query))
  serve(audit.countAudit, ({ query }) => countAudit(db, query))
  serve(audit.listActivities, ({ query, actor }) => listActivities(db, query, actor.role))
  serve(audit.verifyAudit, async ({ query }) => {
    // What this process wrote and somebody removed before it was sealed is missed from now on.
    await sealer.seal()
    return verifyTrail(database, keys, query.part)
  })
  serveCsv(serve, house, audit.exportAudit, {
    file: 'audit',
    about: { action: 'audit.exported', entity: 'audit', entityName: 'Audit trail' },
    columns: csvColumns,
    rows: (query) => streamAudit(db, query),
  })
}
