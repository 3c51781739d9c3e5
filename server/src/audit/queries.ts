import { type AuditEntry, type audit, SHORTEST_PART } from '@hikmah/contract/audit'
import type { Parsed } from '@hikmah/contract/endpoint'
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { BATCH_ROWS, inBatches } from '../kit/db/batches.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { matches } from '../kit/list/search.ts'
import { members } from '../organization-team/table.ts'

const PAGE = 50

type Filter = Parsed<typeof audit.exportAudit>['query']

/** Newest first. The cursor is the place of the last entry in the chain, so that new entries shift nothing. */
export async function listAudit(db: Db, query: Parsed<typeof audit.listAudit>['query']) {
  const { cursor, limit = PAGE } = query
  const rows = await db
    .select()
    .from(auditEntries)
    .where(and(await filterOf(db, query), cursor ? lt(auditEntries.seq, cursor) : undefined))
    .orderBy(desc(auditEntries.seq))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { data: page.map(present), meta: rows.length > limit && last ? { cursor: last.seq } : {} }
}

/** Oldest first, up to the entry that is the last one now: what is written meanwhile does not prolong it. */
export async function* streamAudit(db: Db, query: Filter): AsyncGenerator<AuditEntry> {
  const filter = await filterOf(db, query)
  const [head] = await rowsOf<{ seq: string | number | null }>(db, sql`select max(seq) as seq from audit_entries`)
  const rows = inBatches<AuditRow>((last) =>
    db
      .select()
      .from(auditEntries)
      .where(and(filter, gt(auditEntries.seq, last?.seq ?? 0), lte(auditEntries.seq, Number(head?.seq ?? 0))))
      .orderBy(asc(auditEntries.seq))
      .limit(BATCH_ROWS),
  )
  for await (const row of rows) yield present(row)
}

async function filterOf(db: Db, { actor, entity, id, organization, from, to }: Filter): Promise<SQL | undefined> {
  return and(
    actor ? await isBy(db, actor) : undefined,
    entity ? eq(auditEntries.entity, entity) : undefined,
    id ? eq(auditEntries.entityId, id) : undefined,
    organization ? eq(auditEntries.organizationId, organization) : undefined,
    from ? and(gte(auditEntries.at, new Date(from)), isAfter(new Date(from))) : undefined,
    to ? and(lte(auditEntries.at, new Date(to)), isBefore(new Date(to))) : undefined,
  )
}

/**
 * The chain has the order of the commits and `at` is when a change began, so the two agree but for the time a change
 * may take and the difference of two clocks. What lies an hour outside bounds the chain: a month is read by its stretch
 * of the chain, wherever that lies, and not by looking at each entry since.
 */
const MARGIN = sql`interval '1 hour'`

const isAfter = (from: Date) => sql`${auditEntries.seq} > coalesce((select e.seq from audit_entries e
  where e.at < ${momentOf(from)} - ${MARGIN} order by e.at desc limit 1), 0)`

const isBefore = (to: Date) => sql`${auditEntries.seq} < coalesce((select e.seq from audit_entries e
  where e.at > ${momentOf(to)} + ${MARGIN} order by e.at limit 1), ${Number.MAX_SAFE_INTEGER}::bigint)`

const momentOf = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

/** An id, or a name as it was at the time or is now, or an e-mail address; of both also a part from three characters. */
async function isBy(db: Db, actor: string) {
  const email = actor.toLowerCase()
  const isPart = [...actor].length >= SHORTEST_PART
  const known = await db
    .select({ id: staff.id })
    .from(staff)
    .where(isPart ? or(matches(staff.search, actor), eq(staff.userName, email)) : eq(staff.userName, email))
    .unionAll(db.select({ id: members.id }).from(members).where(eq(members.userName, email)))
  const ids = [actor, ...known.map((person) => person.id)]
  const names = isPart ? matches(sql`lower(${auditEntries.actorName})`, actor) : eq(auditEntries.actorName, actor)
  return or(inArray(auditEntries.actorId, ids), names)
}

type AuditRow = typeof auditEntries.$inferSelect

const present = (row: AuditRow): AuditEntry => ({
  seq: row.seq,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  entity: row.entity,
  entityId: row.entityId,
  entityName: row.entityName,
  organizationId: row.organizationId,
  changes: row.changes,
  requestId: row.requestId,
  ip: row.ip,
})
