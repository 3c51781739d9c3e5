import type { Activity } from '@hikmah/contract/audit'
import { auditEntities, can, type StaffRole } from '@hikmah/contract/permissions'
import { and, desc, inArray, lt } from 'drizzle-orm'
import { auditEntries, isActivity } from '../kit/audit/audit.ts'
import type { Db } from '../kit/db/db.ts'

const PAGE = 20

/** The fields that say how something was decided. */
const SHOWN = ['einStatus', 'exemptStatus', 'orgStatus', 'status']

const { seq, at, actorKind, actorId, actorName, action, entity, entityId, entityName, organizationId, changes } =
  auditEntries
const columns = {
  seq,
  at,
  actorKind,
  actorId,
  actorName,
  action,
  entity,
  entityId,
  entityName,
  organizationId,
  changes,
}

/** Newest first. The cursor is the place of the last entry in the chain, so that new entries shift nothing. */
export async function listActivities(
  db: Db,
  { cursor, limit = PAGE }: { cursor?: number | undefined; limit?: number | undefined },
  role: StaffRole,
) {
  const seen = Object.entries(auditEntities).flatMap(([name, permission]) =>
    permission && can(role, permission) ? [name] : [],
  )
  const rows = await db
    .select(columns)
    .from(auditEntries)
    .where(and(isActivity, inArray(entity, seen), cursor ? lt(seq, cursor) : undefined))
    .orderBy(desc(seq))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { data: page.map(present), meta: rows.length > limit && last ? { cursor: last.seq } : {} }
}

const present = (row: Pick<typeof auditEntries.$inferSelect, keyof typeof columns>): Activity => ({
  seq: row.seq,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  entity: row.entity,
  entityId: row.entityId,
  entityName: row.entityName,
  organizationId: row.organizationId,
  changes: Object.fromEntries(Object.entries(row.changes).filter(([field]) => SHOWN.includes(field))),
})
