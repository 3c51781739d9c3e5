import { type Activity, type AuditEntry, type audit, SHORTEST_PART } from '@hikmah/contract/audit'
import { AuditKind } from '@hikmah/contract/audit-kinds'
import { MAX_TOTAL } from '@hikmah/contract/common'
import { readEmail } from '@hikmah/contract/email-address'
import type { Parsed } from '@hikmah/contract/endpoint'
import { auditEntities, can, type StaffRole } from '@hikmah/contract/permissions'
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import { contactInquiries, demoRequests } from '../communication/table.ts'
import { actorSearch, auditEntries, isActivity, isAgainstTheRecord, kindOfEntry } from '../kit/audit/audit.ts'
import { fullNameOf } from '../kit/db/columns.ts'
import { BATCH_ROWS, type Db, inBatches, rowsOf } from '../kit/db/db.ts'
import type { CsvColumns } from '../kit/list/read-page.ts'
import { COUNTED_HITS, capCounts, commas, countHits, countRows, tabCounts } from '../kit/list/rows.ts'
import { matches } from '../kit/list/search.ts'
import { members } from '../organization-team/table.ts'

type AuditRow = typeof auditEntries.$inferSelect
type Filter = Parsed<typeof audit.exportAudit>['query']

const { seq, at, actorId, actorName, entity, entityId, organizationId } = auditEntries

/** Newest first. The cursor is the number of the last entry, so that new entries shift nothing. */
async function readEntries(db: Db, where: SQL | undefined, cursor: number | undefined, limit: number) {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(and(where, cursor ? lt(seq, cursor) : undefined))
    .orderBy(desc(seq))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, meta: rows.length > limit && last ? { cursor: last.seq } : {} }
}

export async function listAudit(db: Db, { cursor, limit = 50, ...filter }: Parsed<typeof audit.listAudit>['query']) {
  const { page, meta } = await readEntries(db, await matchesFilter(db, filter), cursor, limit)
  return { data: page.map(presentEntry), meta }
}

/**
 * A filter that may find entries of any kind anywhere is looked at for its first hits, as a search is (decision 014). Of
 * days, each kind is counted by its own index.
 */
export async function countAudit(db: Db, { kind: _kind, ...filter }: Filter) {
  const where = await matchesFilter(db, filter)
  const from = sql`${auditEntries}`
  const isOfDays = Object.entries(filter).every(([name, value]) => value === undefined || /^(from|to)$/.test(name))
  const found = isOfDays
    ? sql<string>`json_build_object(${commas(
        AuditKind.options.map(
          (kind) => sql`${kind}::text, ${countHits({ from, where: and(where, eq(kindOfEntry, kind)) })}`,
        ),
      )})::text`
    : countRows({ from, kind: kindOfEntry }, where, { isLimited: true })
  // Few are: `offset 0` keeps PostgreSQL from looking for them among all that the filter finds.
  const againstAll = sql`(select * from ${auditEntries} where ${isAgainstTheRecord} offset 0) as audit_entries`
  const against = countHits({ from: againstAll, where })
  const [row] = await rowsOf<{ found: string; against: number }>(
    db,
    sql`select ${found} as found, ${against} as against`,
  )
  const counts = tabCounts(JSON.parse(row!.found), AuditKind.options)
  const isEveryHit = isOfDays || counts.all! <= COUNTED_HITS
  const certain = Object.entries(counts).filter(([, count]) => isEveryHit || count > MAX_TOTAL)
  return capCounts({ ...Object.fromEntries(certain), against: row!.against })
}

/** What happened on the platform, as far as the role may see what it happened to. */
export async function listActivities(
  db: Db,
  { cursor, limit = 20 }: Parsed<typeof audit.listActivities>['query'],
  role: StaffRole,
) {
  const visible = Object.entries(auditEntities).flatMap(([name, permission]) =>
    permission && can(role, permission) ? [name] : [],
  )
  const { page, meta } = await readEntries(db, and(isActivity, inArray(entity, visible)), cursor, limit)
  const visitors = await readVisitors(db, page)
  const data = page.map((row) => ({
    ...presentActivity(row),
    entityName: visitors.get(row.entityId) ?? row.entityName,
  }))
  return { data, meta }
}

/** Who wrote, as long as the conversation is there: the trail itself never says (decision 063). */
async function readVisitors(db: Db, page: AuditRow[]): Promise<Map<string, string>> {
  const idsOf = (kind: string) => page.flatMap((row) => (row.entity === kind ? row.entityId : []))
  const [requests, inquiries] = [idsOf('demo-request'), idsOf('contact-inquiry')]
  if (requests.length + inquiries.length === 0) return new Map()
  const rows = await db
    .select({ id: demoRequests.id, name: fullNameOf(demoRequests) })
    .from(demoRequests)
    .where(and(inArray(demoRequests.id, requests), isNull(demoRequests.deletedAt)))
    .unionAll(
      db
        .select({ id: contactInquiries.id, name: sql<string>`${contactInquiries.name}` })
        .from(contactInquiries)
        .where(and(inArray(contactInquiries.id, inquiries), isNull(contactInquiries.deletedAt))),
    )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function matchesFilter(db: Db, filter: Filter): Promise<SQL | undefined> {
  const [from, to] = [filter.from, filter.to].map((time) => time && new Date(time))
  return and(
    filter.actor ? await isBy(db, filter.actor) : undefined,
    filter.entity ? eq(entity, filter.entity) : undefined,
    filter.id ? eq(entityId, filter.id) : undefined,
    filter.organization ? eq(organizationId, filter.organization) : undefined,
    filter.kind ? eq(kindOfEntry, filter.kind) : undefined,
    filter.against ? isAgainstTheRecord : undefined,
    from ? and(gte(at, from), isAfter(from)) : undefined,
    to ? and(lte(at, to), isBefore(to)) : undefined,
  )
}

/**
 * An entry is numbered before its commit, and `at` is when a change began: they agree within the time a change may take.
 * An hour more bounds the numbers, so that a month is read by its stretch of them and not by looking at each entry.
 */
const MARGIN = sql`interval '1 hour'`

const isAfter = (from: Date) => sql`${seq} > coalesce((select e.seq from audit_entries e
  where e.at < ${from.toISOString()}::timestamptz - ${MARGIN} order by e.at desc limit 1), 0)`

const isBefore = (to: Date) => sql`${seq} < coalesce((select e.seq from audit_entries e
  where e.at > ${to.toISOString()}::timestamptz + ${MARGIN} order by e.at limit 1), ${Number.MAX_SAFE_INTEGER}::bigint)`

/** An id, an email address, or a name as it was then or is now; a part of a name or address needs three characters. */
async function isBy(db: Db, actor: string) {
  const email = readEmail(actor) ?? actor.toLowerCase()
  const isPart = [...actor].length >= SHORTEST_PART
  const people = await db
    .select({ id: staff.id })
    .from(staff)
    .where(isPart ? or(matches(staff.search, actor), eq(staff.userName, email)) : eq(staff.userName, email))
    .unionAll(db.select({ id: members.id }).from(members).where(eq(members.userName, email)))
  const ids = [actor, ...people.map((person) => person.id)]
  const isNamed = isPart ? matches(actorSearch, actor) : eq(actorName, actor)
  return or(inArray(actorId, ids), isNamed)
}

const presentEntry = (row: AuditRow): AuditEntry => ({
  ...row,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
})

const SHOWN = ['einStatus', 'exemptStatus', 'orgStatus', 'status', 'promo']

function presentActivity(row: AuditRow): Activity {
  const shown = Object.entries(row.changes).filter(([field]) => SHOWN.includes(field))
  return { ...presentEntry(row), changes: Object.fromEntries(shown) }
}

export const csvColumns: CsvColumns<AuditEntry> = [
  ['Number', (entry) => entry.seq],
  ['Time (UTC)', (entry) => entry.at],
  ['Actor kind', (entry) => entry.actor.kind],
  ['Actor id', (entry) => entry.actor.id],
  ['Actor', (entry) => entry.actor.name],
  ['Action', (entry) => entry.action],
  ['Entity', (entry) => entry.entity],
  ['Entity id', (entry) => entry.entityId],
  ['Entity name', (entry) => entry.entityName],
  ['Organization id', (entry) => entry.organizationId ?? ''],
  ['Changes', (entry) => JSON.stringify(entry.changes)],
  ['IP address', (entry) => entry.ip],
  ['Request id', (entry) => entry.requestId],
]

/** Oldest first, up to the entry that is the last one now: what is written meanwhile does not prolong it. */
export async function* streamAudit(db: Db, filter: Filter) {
  const isMatching = await matchesFilter(db, filter)
  const [head] = await rowsOf<{ seq: string | number | null }>(db, sql`select max(seq) as seq from audit_entries`)
  const rows = inBatches<AuditRow>((last) =>
    db
      .select()
      .from(auditEntries)
      .where(and(isMatching, gt(seq, last?.seq ?? 0), lte(seq, Number(head?.seq ?? 0))))
      .orderBy(asc(seq))
      .limit(BATCH_ROWS),
  )
  for await (const row of rows) yield presentEntry(row)
}
