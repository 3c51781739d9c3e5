import {
  type AgreementLog,
  type Organization,
  type OrganizationRow,
  OrganizationStatus,
  type OrganizationsQuery,
} from '@hikmah/contract/organizations/schemas'
import { and, count, desc, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { BATCH_ROWS, inBatches } from '../kit/db/batches.ts'
import type { Db, Tx } from '../kit/db/db.ts'
import { preparedQueries } from '../kit/db/prepared.ts'
import { notFound } from '../kit/http/refusal.ts'
import { countsColumn, listMeta, orderOf, pagingOf, patternOf, readCounts, tabCounts } from '../kit/list/list.ts'
import { presentTaxStatus, taxHistory } from '../tax-verification/queries.ts'
import { type OrganizationTableRow, organizations } from './table.ts'

type Query = z.infer<typeof OrganizationsQuery>

const { search: _search, ...wholeRow } = getTableColumns(organizations)
const { id, name, shortName, type, email, admin, status, createdAt } = wholeRow
const { line1, line2, city, state, country, postalCode } = wholeRow
const address = { line1, line2, city, state, country, postalCode }
const listRow = { id, name, shortName, type, email, admin, status, createdAt, ...address }

type WholeRow = Omit<OrganizationTableRow, 'search'>
type ListRow = Pick<WholeRow, keyof typeof listRow>

const fields = {
  orgName: [name],
  orgType: [type],
  createdAt: [createdAt],
  city: [city],
  orgStatus: [status, createdAt],
}

/** The search stands in it as a placeholder, so that a query is built once for all searches. */
const filterOf = ({ q, status: only, joinedFrom, joinedTo }: Query) =>
  and(
    q ? sql`${organizations.search} like ${sql.placeholder('pattern')}` : undefined,
    only && eq(status, only),
    joinedFrom ? gte(createdAt, new Date(joinedFrom)) : undefined,
    joinedTo ? lt(createdAt, new Date(joinedTo)) : undefined,
  )

/**
 * A page, its counts and, where the list is narrowed, the number of matching rows: one query. Limit and offset stand in
 * its text, because a plan made for any page would be one for a page far down.
 */
const pageQuery = (db: Db, query: Query, name: string) => {
  const filter = filterOf(query)
  const { limit, offset } = pagingOf(query)
  const matching = isNarrowed(query)
    ? sql<number>`(${db.select({ all: count() }).from(organizations).where(filter)})`
    : sql<null>`null`
  return db
    .select({ ...listRow, counts: countsColumn('organizations'), matching })
    .from(organizations)
    .where(filter)
    .orderBy(...orderOf(fields, id, query.sort ?? '-createdAt'))
    .limit(sql.raw(String(limit)) as never)
    .offset(sql.raw(String(offset)) as never)
    .prepare(name)
}

const isNarrowed = ({ q, joinedFrom, joinedTo }: Query) => Boolean(q || joinedFrom || joinedTo)

/** The first pages nearly everybody asks for: all or all of one status, also searched. */
const firstPages = preparedQueries<ReturnType<typeof pageQuery>>()

/** A page of the list. The total is a maintained count where one fits, otherwise it is counted. */
export async function listOrganizations(db: Db, query: Query) {
  const paging = pagingOf(query)
  const { sort, status: only } = query
  const isFirst = !query.joinedFrom && !query.joinedTo && paging.page === 1
  const name = `organizations ${sort} ${only} ${paging.limit}`
  // A search is planned for its words: its query is kept, but without a name for the server.
  const page = isFirst
    ? firstPages(db, `${name} ${Boolean(query.q)}`, () => pageQuery(db, query, query.q ? '' : name))
    : pageQuery(db, query, '')
  const search = { pattern: patternOf(query.q ?? '') }
  const rows = await page.execute(search)
  const [first] = rows
  const counts = first
    ? tabCounts(first.counts, OrganizationStatus.options)
    : await readCounts(db, 'organizations', OrganizationStatus.options)
  const matching = isNarrowed(query)
    ? Number(first?.matching ?? (await countOrganizations(db, filterOf(query), search)))
    : undefined
  const total = matching ?? counts[only ?? 'all'] ?? 0
  return { data: rows.map(presentRow), meta: listMeta(paging, total, counts) }
}

async function countOrganizations(db: Db, filter: SQL | undefined, search: { pattern: string }): Promise<number> {
  const [row] = await db.select({ all: count() }).from(organizations).where(filter).prepare('').execute(search)
  return row?.all ?? 0
}

/** Every organization, newest first. */
export async function* streamOrganizations(db: Db): AsyncGenerator<OrganizationRow> {
  const rows = inBatches<ListRow>((last) =>
    db
      .select(listRow)
      .from(organizations)
      .where(last && sql`(${createdAt}, ${id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`)
      .orderBy(desc(createdAt), desc(id))
      .limit(BATCH_ROWS),
  )
  for await (const row of rows) yield presentRow(row)
}

const isoOf = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** What hangs on an organization, in the shapes of the contract, so that one query reads it all. */
const relations = {
  logs: sql<AgreementLog[]>`(select coalesce(json_agg(json_build_object('_id', l.id, 'user', l.user_name,
      'logType', l.log_type, 'createdAt', ${isoOf('l.created_at')}, 'ipAddress', l.ip_address, 'browser', l.browser,
      'operatingSystem', l.operating_system, 'device', l.device, 'log', l.log) order by l.created_at, l.log_type, l.id), '[]')
    from agreement_logs l where l.organization_id = organizations.id)`,
  statusChanges: sql<Organization['statusChanges']>`(select coalesce(json_agg(json_build_object('from', c.from_status,
      'to', c.to_status, 'at', ${isoOf('c.at')}, 'by', c.by_name, 'note', c.note) order by c.at desc, c.id desc), '[]')
    from organization_status_changes c where c.organization_id = organizations.id)`,
  memberCounts: sql<Organization['memberCounts']>`(select json_build_object('active', count(m.confirmed_at),
      'inactive', count(*) - count(m.confirmed_at))
    from members m where m.organization_id = organizations.id)`,
}

const organizationQuery = (db: Db) =>
  db
    .select({ ...wholeRow, ...relations, ...taxHistory })
    .from(organizations)
    .where(eq(id, sql.placeholder('id')))
    .prepare('one organization')

const preparedOrganization = preparedQueries<ReturnType<typeof organizationQuery>>()

export async function readOrganization(
  db: Db,
  organizationId: string,
  options: { maskEin: boolean },
): Promise<Organization> {
  const [row] = await preparedOrganization(db, '', () => organizationQuery(db)).execute({ id: organizationId })
  if (!row) throw notFound('organization')
  const { logs, statusChanges, memberCounts } = row
  const taxIdStatus = presentTaxStatus(row, options)
  return { ...present(row), taxIdStatus, registration: { agreement: { logs } }, statusChanges, memberCounts }
}

/** Holds the row until the transaction ends, so that two edits follow each other. */
export async function lockOrganization(tx: Tx, organizationId: string): Promise<WholeRow> {
  const [row] = await tx.select(wholeRow).from(organizations).where(eq(id, organizationId)).for('update')
  if (!row) throw notFound('organization')
  return row
}

export const saveOrganization = (tx: Tx, organizationId: string, changed: Partial<WholeRow>) =>
  tx
    .update(organizations)
    .set({ ...changed, version: sql`${organizations.version} + 1` })
    .where(eq(id, organizationId))

export const mediaUrl = (mediaId: string | null) => (mediaId === null ? '' : `/api/media/${mediaId}/file`)

const presentRow = (row: ListRow): OrganizationRow => ({
  _id: row.id,
  orgName: row.name,
  orgShortName: row.shortName,
  orgType: row.type,
  orgEmail: row.email,
  orgAdmin: row.admin,
  orgStatus: row.status,
  createdAt: row.createdAt.toISOString(),
  orgAddress: {
    line1: row.line1,
    line2: row.line2,
    city: row.city,
    state: row.state,
    country: row.country,
    postalCode: row.postalCode,
  },
})

const present = (row: WholeRow) => ({
  ...presentRow(row),
  orgWebsite: row.website,
  phoneFax: { primaryPhone: row.primaryPhone, secondaryPhone: row.secondaryPhone },
  orgIcon: { iconName: row.iconName, iconSize: row.iconSize, iconUrl: mediaUrl(row.iconMediaId) },
  orgLogo: { logoName: row.logoName, logoSize: row.logoSize, logoUrl: mediaUrl(row.logoMediaId) },
  deen_fund_side_info: {},
  referredBy: row.referredBy,
  inviteId: row.inviteId,
  version: row.version,
})
