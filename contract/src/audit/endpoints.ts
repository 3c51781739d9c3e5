import { z } from 'zod'
import { FileBytes } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { AuditEntry, AuditFilter } from './schemas.ts'

export const audit = describeEndpoints(paths, {
  /** Newest first, 50 a page. `meta.cursor` continues; absent at the end. `id` is the entity's id. */
  listAudit: {
    allow: 'audit.read',
    query: AuditFilter.extend({
      cursor: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    response: z.array(AuditEntry),
    meta: z.object({ cursor: z.int().optional() }),
  },
  /** Recomputes the chain. `brokenAt` is the first entry that does not fit. */
  verifyAudit: {
    allow: 'audit.read',
    response: z.object({ ok: z.boolean(), entries: z.int(), brokenAt: z.int().nullable() }),
  },
  /** Owner only. The entries of the filter as CSV (RFC 4180), oldest first; the export is itself an entry. */
  exportAudit: {
    allow: 'audit.export',
    query: AuditFilter,
    download: true,
    response: FileBytes,
  },
})
