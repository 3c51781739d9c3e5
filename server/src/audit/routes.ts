import { audit } from '@hikmah/contract/audit'
import type { House } from '../house.ts'
import { verifyChain } from '../kit/audit/chain.ts'
import { setSafeDownloadHeaders } from '../kit/files/files.ts'
import type { Serve } from '../kit/http/serve.ts'
import { exportAudit, listActivities, listAudit } from './queries.ts'

export function auditRoutes(serve: Serve, house: House) {
  const { db, keys, clock } = house
  serve(audit.listAudit, ({ query }) => listAudit(db, query))
  serve(audit.listActivities, ({ query, actor }) => listActivities(db, query, actor.role))
  serve(audit.verifyAudit, () => verifyChain(db, keys))
  serve(audit.exportAudit, async ({ query, actor, reply }) => {
    const day = clock.now().toISOString().slice(0, 10)
    setSafeDownloadHeaders(reply, { name: `audit-${day}.csv`, contentType: 'text/csv; charset=utf-8' }, 'attachment')
    return exportAudit(house, actor, query)
  })
}
