import type { AuditEntry, audit } from '@hikmah/contract/audit'
import type { Parsed } from '@hikmah/contract/endpoint'
import { and, desc, eq, gte, inArray, lt, lte, or } from 'drizzle-orm'
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
        actor ? await isBy(db, actor) : undefined,
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
async function isBy(db: Db, actor: string) {
  const email = actor.toLowerCase()
  const known = await db
    .select({ id: staff.id })
    .from(staff)
    .where(eq(staff.userName, email))
    .unionAll(db.select({ id: members.id }).from(members).where(eq(members.userName, email)))
  const ids = [actor, ...known.map((person) => person.id)]
  return or(inArray(auditEntries.actorId, ids), eq(auditEntries.actorName, actor))
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
