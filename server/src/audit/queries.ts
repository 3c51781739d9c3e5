import type { AuditEntry, audit } from '@hikmah/contract/audit'
import type { Parsed } from '@hikmah/contract/endpoint'
import { and, desc, eq, gte, lt, lte, or, sql } from 'drizzle-orm'
import { auditEntries } from '../kit/audit.ts'
import type { Db } from '../kit/db.ts'
import { members } from '../organization-team/table.ts'
import { staff } from '../staff/table.ts'

const PAGE = 50

/** Newest first. The cursor is the place of the last entry in the chain, so that new entries shift nothing. */
export async function listAudit(db: Db, query: Parsed<typeof audit.listAudit>['query']) {
  const { actor, entity, id, organization, from, to, cursor, limit = PAGE } = query
  const rows = await db
    .select()
    .from(auditEntries)
    .where(
      and(
        actor ? isBy(actor) : undefined,
        entity ? eq(auditEntries.entity, entity) : undefined,
        id ? eq(auditEntries.entityId, id) : undefined,
        organization ? eq(auditEntries.organizationId, organization) : undefined,
        from ? gte(auditEntries.at, new Date(from)) : undefined,
        to ? lte(auditEntries.at, new Date(to)) : undefined,
        cursor ? lt(auditEntries.seq, cursor) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.seq))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { data: page.map(present), meta: rows.length > limit && last ? { cursor: last.seq } : {} }
}

/** An id, a name as it was at the time, or the e-mail of a person we know. */
function isBy(actor: string) {
  const email = actor.toLowerCase()
  return or(
    eq(auditEntries.actorId, actor),
    eq(auditEntries.actorName, actor),
    sql`${auditEntries.actorId} = any (array(
      select ${staff.id}::text from ${staff} where ${staff.userName} = ${email}
      union all select ${members.id}::text from ${members} where ${members.userName} = ${email}))`,
  )
}

const present = (row: typeof auditEntries.$inferSelect): AuditEntry => ({
  seq: row.seq,
  at: row.at.toISOString(),
  // The column holds nothing but the kinds of actors.
  actor: { kind: row.actorKind as AuditEntry['actor']['kind'], id: row.actorId, name: row.actorName },
  action: row.action,
  entity: row.entity,
  entityId: row.entityId,
  entityName: row.entityName,
  organizationId: row.organizationId,
  changes: row.changes,
  requestId: row.requestId,
  ip: row.ip,
})
