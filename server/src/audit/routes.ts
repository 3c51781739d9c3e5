import { audit } from '@hikmah/contract/audit'
import type { House } from '../house.ts'
import { verifyChain } from '../kit/audit.ts'
import type { Serve } from '../kit/serve.ts'
import { listAudit } from './queries.ts'

export function auditRoutes(serve: Serve, { db, keys }: House) {
  serve(audit.listAudit, ({ query }) => listAudit(db, query))
  serve(audit.verifyAudit, async () => ({ data: await verifyChain(db, keys.audit) }))
}
