import { OrganizationStatus, type OrganizationsQuery } from '@hikmah/contract/list-queries'
import type { AgreementLog, Organization, OrganizationRow } from '@hikmah/contract/organizations'
import { and, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db, Tx } from '../kit/db/db.ts'
import { preparedQueries } from '../kit/db/prepared.ts'
import { notFound } from '../kit/http/refusal.ts'
import { orderOf } from '../kit/list/paging.ts'
import { newestFirst, type Picked, streamRows } from '../kit/list/pick-rows.ts'
import { readPage } from '../kit/list/read-page.ts'
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

const rows = (db: Db) => (picked: Picked) =>
  db
    .select({ ...listRow, ...picked.meta })
    .from(organizations)
    .innerJoin(picked.from, eq(id, picked.id))
    .orderBy(...picked.order)

const joinedBetween = ({ joinedFrom, joinedTo }: Query) =>
  and(
    joinedFrom ? gte(createdAt, new Date(joinedFrom)) : undefined,
    joinedTo ? lt(createdAt, new Date(joinedTo)) : undefined,
  )

export async function listOrganizations(db: Db, query: Query) {
  const page = await readPage(db, query, {
    list: 'organizations',
    statuses: OrganizationStatus.options,
    usual: '-createdAt',
    from: sql`${organizations}`,
    id,
    where: query.status && eq(status, query.status),
    narrowed: joinedBetween(query),
    search: organizations.search,
    order: orderOf(fields, id, query.sort ?? '-createdAt'),
    rows: rows(db),
  })
  return { data: page.rows.map(presentRow), meta: page.meta }
}

/** Every organization, newest first. */
export async function* streamOrganizations(db: Db): AsyncGenerator<OrganizationRow> {
  const all = streamRows({ from: sql`${organizations}`, id, rows: rows(db), ...newestFirst(organizations) })
  for await (const row of all) yield presentRow(row)
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
