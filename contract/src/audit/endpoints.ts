import { z } from 'zod'
import { FileBytes, PageQuery } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Activity, AuditEntry, AuditFilter } from './schemas.ts'

export const audit = describeEndpoints('Audit', paths, {
  listAudit: {
    summary: 'List audit entries',
    description:
      'Newest first, 50 a page. `meta.cursor` continues and is absent at the end. `id` is the id of the entity.',
    allow: 'audit.read',
    query: AuditFilter.extend({
      cursor: z.coerce.number().int().min(1).optional(),
      limit: PageQuery.shape.limit,
    }),
    response: z.array(AuditEntry),
    meta: z.object({ cursor: z.int().optional() }),
  },
  verifyAudit: {
    summary: 'Verify the audit trail',
    description:
      'Recomputes the chain. `brokenAt` is the first entry that does not fit: it was `changed`, it and all after it were `cut-off`, or the whole chain was written with a `foreign-key`.',
    allow: 'audit.read',
    response: z.object({
      ok: z.boolean(),
      entries: z.int(),
      brokenAt: z.int().nullable(),
      problem: z.enum(['changed', 'cut-off', 'foreign-key']).nullable(),
    }),
  },
  listActivities: {
    summary: 'List what happens on the platform',
    description:
      'From the audit trail, newest first, 20 a page; entries about staff, e-mails, exports and the trail itself are left out. Everybody gets the entries about what they may see; changed values are included only for statuses. `meta.cursor` continues and is absent at the end.',
    allow: 'dashboard.read',
    query: z.object({
      cursor: z.coerce.number().int().min(1).optional(),
      limit: PageQuery.shape.limit,
    }),
    response: z.array(Activity),
    meta: z.object({ cursor: z.int().optional() }),
  },
  exportAudit: {
    summary: 'Export the audit trail',
    description: 'The filtered entries as CSV (RFC 4180), oldest first. The export is itself an entry.',
    allow: 'audit.export',
    query: AuditFilter,
    download: true,
    response: FileBytes,
  },
})
