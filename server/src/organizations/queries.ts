import { foldName, foldPlace, nameWritings } from '@hikmah/contract/irs-registry/fold-name'
import type { OrganizationsQuery } from '@hikmah/contract/organizations/endpoints'
import {
  type ListedOrganization,
  type Organization,
  type OrganizationRow,
  OrganizationStatus,
} from '@hikmah/contract/organizations/schemas'
import type { BillingMark, StoredOrganizationField } from '@hikmah/contract/organizations/words'
import { blockedBecause, isBlocked } from '@hikmah/contract/organizations/words'
import type { RootOf } from '@hikmah/contract/words'
import { and, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { inNameOrder } from '../kit/db/columns.ts'
import { type Db, kept } from '../kit/db/db.ts'
import { conflict, existing } from '../kit/errors/refusal.ts'
import { readPage } from '../kit/list/read-page.ts'
import { newestFirst, orderOf, selectPicked, streamRows } from '../kit/list/rows.ts'
import { detailOf, isOfDigits, type SearchSource } from '../kit/list/search.ts'
import type { Tx } from '../kit/write/tx.ts'
import { nestedFields, shownIn } from '../media/queries.ts'
import { einSearch, type OrganizationTableRow, organizationColumns, organizationNames, organizations } from './table.ts'

export const NO_SUCH_ORGANIZATION = 'This organization does not exist'

type Query = z.infer<typeof OrganizationsQuery>

const { search: _search, matchWords: _matchWords, ...wholeRow } = getTableColumns(organizations)
const { id, name, shortName, type, email, admin, status, createdAt } = wholeRow
const { line1, line2, city, state, country, postalCode } = wholeRow
const address = { line1, line2, city, state, country, postalCode }
const listRow = { id, name, shortName, type, email, admin, status, createdAt, ...address }

export type WholeRow = Omit<OrganizationTableRow, 'search' | 'matchWords'>
type ListRow = Pick<WholeRow, keyof typeof listRow> & { marks: BillingMark[] }

const fields = {
  orgName: [inNameOrder(name)],
  orgType: [type],
  createdAt: [createdAt],
  city: [inNameOrder(city)],
  orgStatus: [status, createdAt],
}

/** Of an invoice `i`: something of it is to be paid. As the index stripe_invoices_owed has it. */
export const isOwed = sql.raw(`i.status = 'open' and i.amount_remaining > 0`)

/** Of an owed invoice `i`: the bank refused it, or a whole day has gone by since it was due. */
export const isPastDue = (now: Date | SQL) =>
  sql`(i.attempt_count > 0 or coalesce(i.due_at, i.finalized_at, i.created_at) <= ${now instanceof Date ? sql`${now.toISOString()}::timestamptz` : now} - interval '1 day')`

// By the clock of the database: a prepared query cannot be given another moment each time.
const ofPastDue = sql`select i.organization_id from stripe_invoices i where ${isOwed} and ${isPastDue(sql`now()`)}`
const ofProblem = sql`select c.organization_id from stripe_customers c where c.method_problem <> ''`

/** What a billing person has to look at. */
export const billingMarks = sql<BillingMark[]>`array_remove(array[
  case when exists (${ofPastDue} and i.organization_id = organizations.id) then 'past-due' end,
  case when exists (${ofProblem} and c.organization_id = organizations.id) then 'payment-method' end], null)`

const hasMark = (mark: BillingMark) => sql`${id} in (${mark === 'past-due' ? ofPastDue : ofProblem})`

const selectRows = (db: Db) => selectPicked(db, organizations, { ...listRow, marks: billingMarks })

const joinedBetween = ({ joinedFrom, joinedTo }: Query) =>
  and(
    joinedFrom ? gte(createdAt, new Date(joinedFrom)) : undefined,
    joinedTo ? lt(createdAt, new Date(joinedTo)) : undefined,
  )

/** Those who see the EIN masked must not be able to guess it by searching. */
export const organizationSearches = (maskEin: boolean, q = '') =>
  !maskEin && isOfDigits(q) ? [organizations.search, einSearch] : [organizations.search]

export const listOrganizations = (db: Db, query: Query, { maskEin }: { maskEin: boolean }) =>
  readPage(db, query, {
    present: presentRow,
    rows: {
      from: sql`${organizations}`,
      id,
      order: orderOf(fields, id, query.sort ?? '-createdAt'),
      select: selectRows(db),
    },
    tabs: { stored: 'organizations', statuses: OrganizationStatus.options, countBy: status },
    preparedSort: '-createdAt',
    tab: query.status && eq(status, query.status),
    filters: and(joinedBetween(query), query.billing && hasMark(query.billing)),
    search: organizationSearches(maskEin, query.q),
  })

type Events = NonNullable<ListedOrganization['taxIdStatus']>['events']
type Agreement = Organization['registration']['agreement']

/** As many of its agreements and events as an answer shows: its people may sign agreements every day. */
const SHOWN = 100

const toIso = sql.raw(`to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** In the shape of the contract, so that one query reads it all. */
export const agreement = sql<Agreement>`(select json_build_object(
      'total', (select count(*) from agreement_logs where organization_id = organizations.id), 'logs', coalesce(json_agg(json_build_object('_id', l.id, 'user', l.user_name,
      'logType', l.log_type, 'createdAt', ${toIso}, 'ipAddress', l.ip_address, 'browser', l.browser,
      'operatingSystem', l.operating_system, 'device', l.device, 'log', l.log) order by l.created_at, l.log_type, l.id), '[]'))
    from (select * from agreement_logs where organization_id = organizations.id
      order by created_at desc, log_type desc, id desc limit ${SHOWN}) l)`

const events = sql<Events>`(
    select coalesce(json_agg(json_build_object('_id', e.id, 'eventType', e.type, 'status', e.status,
      'submittedAt', (extract(epoch from e.at) * 1000)::bigint, 'messages', e.messages) order by e.at, e.type, e.id), '[]')
    from (select * from tax_events where organization_id = organizations.id
      order by at desc, type desc, id desc limit ${SHOWN}) e)`

type Edited = Omit<Pick<Organization, RootOf<StoredOrganizationField>>, keyof OrganizationRow>

/** The fields that staff edit and rows leave out. */
export const presentEdited = (row: WholeRow) => nestedFields<Edited>(organizationColumns, row)

const presentReview = (status: WholeRow['einStatus'], submittedAt: Date | null, reviewedAt: Date | null) => ({
  status,
  submittedAt: submittedAt?.toISOString() ?? null,
  reviewedAt: reviewedAt?.toISOString() ?? null,
})

export const presentTaxFields = (row: WholeRow) => ({
  taxIdEin: row.ein,
  taxIdEinDetail: presentReview(row.einStatus, row.einSubmittedAt, row.einReviewedAt),
  taxExempt: row.taxExempt,
  taxExemptDetail: presentReview(row.exemptStatus, row.exemptSubmittedAt, row.exemptReviewedAt),
})

type WholeListed = WholeRow & ListRow & { agreement: Agreement; events: Events }

/** The whole entity of each. */
export const streamOrganizations = (db: Db) =>
  streamRows({
    from: sql`${organizations}`,
    id,
    select: selectPicked(db, organizations, { ...wholeRow, marks: billingMarks, agreement, events }),
    ...newestFirst(organizations),
    present: (row: WholeListed): ListedOrganization => ({
      ...presentEdited(row),
      ...presentRow(row),
      deen_fund_side_info: {},
      taxIdStatus: { ...presentTaxFields(row), events: row.events },
      registration: { agreement: row.agreement },
    }),
  })

export async function assertOrganization(db: Db, organizationId: string): Promise<void> {
  existing(await kept(db.select({ id }).from(organizations).where(eq(id, organizationId))), 'organization')
}

/** A list of an organization: where it is empty, there may be no such organization. */
export async function listOfOrganization<List extends { data: unknown[] }>(
  db: Db,
  organizationId: string,
  list: Promise<List>,
): Promise<List> {
  const read = await list
  if (read.data.length === 0) await assertOrganization(db, organizationId)
  return read
}

export const readWholeRow = async (db: Db, organizationId: string): Promise<WholeRow> =>
  existing(await db.select(wholeRow).from(organizations).where(eq(id, organizationId)), 'organization')

export const lockOrganization = async (tx: Tx, organizationId: string): Promise<WholeRow> =>
  existing(await tx.select(wholeRow).from(organizations).where(eq(id, organizationId)).for('update'), 'organization')

/** Locks name and status of an organization that is to receive devices. Undefined where it is missing. */
export async function holdReceiver(tx: Tx, organizationId: string) {
  const { email, line1, city, state, postalCode } = organizations
  const columns = { name, status, email, line1, city, state, postalCode }
  const [row] = await tx.select(columns).from(organizations).where(eq(id, organizationId)).for('key share')
  if (row && isBlocked(row.status)) throw conflict(blockedBecause(row.name))
  return row
}

export async function saveOrganization(tx: Tx, organizationId: string, changed: Partial<WholeRow>) {
  const [row] = await tx
    .update(organizations)
    .set({ ...changed, version: sql`${organizations.version} + 1` })
    .where(eq(id, organizationId))
    .returning({ name, shortName, city })
  const isElsewhere = 'name' in changed || 'shortName' in changed || 'city' in changed
  if (row && isElsewhere) {
    await tx
      .update(organizations)
      .set({ matchWords: matchWordsOf(row) })
      .where(eq(id, organizationId))
  }
}

/** The folded words of its names, and its city. */
export const matchWordsOf = (row: Pick<OrganizationTableRow, 'name'> & { shortName?: string; city?: string }) => [
  ...new Set([
    ...[row.name, row.shortName ?? ''].flatMap(nameWritings).flatMap((name) => foldName(name)),
    ...cityWord(row.city ?? ''),
  ]),
]

/** The mark tells a city from the words of a name. */
export const cityWord = (of: string): string[] => (foldPlace(of) === '' ? [] : [`@${foldPlace(of)}`])

export const organizationsWithImage = shownIn('organization', {
  id,
  name,
  images: [organizations.iconMediaId, organizations.logoMediaId],
  order: inNameOrder(name),
})

export const presentRow = (row: ListRow): OrganizationRow => ({
  _id: row.id,
  orgName: row.name,
  orgShortName: row.shortName,
  orgType: row.type,
  orgEmail: row.email,
  orgAdmin: row.admin,
  orgStatus: row.status,
  createdAt: row.createdAt.toISOString(),
  billingMarks: row.marks,
  orgAddress: {
    line1: row.line1,
    line2: row.line2,
    city: row.city,
    state: row.state,
    country: row.country,
    postalCode: row.postalCode,
  },
})

export const organizationSource: SearchSource = {
  type: 'organization',
  permission: 'organizations.read',
  table: organizations,
  title: organizations.name,
  detail: detailOf(city, state),
  status: organizations.status,
  search: organizations.search,
  names: organizationNames,
  secret: { permission: 'tax-verification.decide', search: einSearch, isNumber: true },
}
