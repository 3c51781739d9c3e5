import type { Parsed } from '@hikmah/contract/endpoint'
import type { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'
import { maskedEin } from '@hikmah/contract/tax-verification/words'
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import { orderOf } from '../kit/list/paging.ts'
import { type Picked, streamRows } from '../kit/list/pick-rows.ts'
import { readPage } from '../kit/list/read-page.ts'
import { organizationSearches } from '../organizations/queries.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'

type ReviewsQuery = Parsed<typeof taxVerification.listTaxReviews>['query']

const reviewColumns = {
  id: organizations.id,
  name: organizations.name,
  city: organizations.city,
  state: organizations.state,
  ein: organizations.ein,
  einStatus: organizations.einStatus,
  exemptStatus: organizations.exemptStatus,
  // Only rows that wait are read.
  waitingSince: sql<Date>`${organizations.waitingSince}`.mapWith(organizations.waitingSince),
}
type ReviewRow = Pick<OrganizationTableRow, Exclude<keyof typeof reviewColumns, 'waitingSince'>> & {
  waitingSince: Date
}

const fields = { waitingSince: [organizations.waitingSince], orgName: [organizations.name] }

const rows = (db: Db) => (picked: Picked) =>
  db
    .select({ ...reviewColumns, ...picked.meta })
    .from(organizations)
    .innerJoin(picked.from, eq(organizations.id, picked.id))
    .orderBy(...picked.order)

const queue = { from: sql`${organizations}`, id: organizations.id, where: isNotNull(organizations.waitingSince) }

/** The longest wait comes first. */
export async function listTaxReviews(db: Db, query: ReviewsQuery, maskEin: boolean) {
  const page = await readPage(db, query, {
    ...queue,
    list: 'tax-reviews',
    isKept: true,
    statuses: ['waiting'],
    usual: 'waitingSince',
    search: organizationSearches(maskEin),
    order: orderOf(fields, organizations.id, query.sort ?? 'waitingSince'),
    rows: rows(db),
  })
  return { data: page.rows.map((row) => presentTaxReview(row, maskEin)), meta: page.meta }
}

/** The whole queue. What was decided meanwhile is left out. */
export async function* streamTaxReviews(db: Db, maskEin: boolean): AsyncGenerator<TaxReview> {
  const all = streamRows({
    ...queue,
    order: orderOf(fields, organizations.id, 'waitingSince'),
    rows: rows(db),
    after: (last: ReviewRow) =>
      sql`(${organizations.waitingSince}, ${organizations.id}) > (${last.waitingSince.toISOString()}::timestamptz, ${last.id}::uuid)`,
  })
  for await (const row of all) yield presentTaxReview(row, maskEin)
}

const presentTaxReview = (row: ReviewRow, maskEin: boolean): TaxReview => ({
  organizationId: row.id,
  orgName: row.name,
  cityState: [row.city, row.state].filter(Boolean).join(', '),
  taxIdEin: maskEin ? maskedEin(row.ein) : row.ein,
  einStatus: row.einStatus,
  exemptStatus: row.exemptStatus,
  waitingSince: row.waitingSince.toISOString(),
})
