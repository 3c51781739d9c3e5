import type { Parsed } from '@hikmah/contract/endpoint'
import type { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'
import { maskedEin } from '@hikmah/contract/tax-verification/words'
import { and, asc, count, desc, isNotNull, type SQL, sql } from 'drizzle-orm'
import { BATCH_ROWS, inBatches } from '../kit/db/batches.ts'
import type { Db } from '../kit/db/db.ts'
import { isWholeListRequest, listMeta, matches, pagingOf, readCounts } from '../kit/list/list.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'

type ReviewsQuery = Parsed<typeof taxVerification.listTaxReviews>['query']
const isWaiting = isNotNull(organizations.waitingSince)

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

/** A page of the queue with its counts; without parameters the whole queue as a stream. */
export async function listTaxReviews(db: Db, query: ReviewsQuery, maskEin: boolean) {
  if (isWholeListRequest(query)) return { data: streamTaxReviews(db, maskEin) }
  const { q = '', sort = 'waitingSince' } = query
  const paging = pagingOf(query)
  const counts = await readCounts(db, 'tax-reviews', ['waiting'])
  const where = and(isWaiting, q === '' ? undefined : matches(organizations.search, q))
  const rows = await db
    .select(reviewColumns)
    .from(organizations)
    .where(where)
    .orderBy(...orders[sort])
    .limit(paging.limit)
    .offset(paging.offset)
  const total = q === '' ? (counts.waiting ?? 0) : await countReviews(db, where)
  return { data: rows.map((row) => presentTaxReview(row, maskEin)), meta: listMeta(paging, total, counts) }
}

const orders = {
  waitingSince: [asc(organizations.waitingSince), asc(organizations.id)],
  '-waitingSince': [desc(organizations.waitingSince), desc(organizations.id)],
  orgName: [asc(organizations.name), asc(organizations.id)],
  '-orgName': [desc(organizations.name), desc(organizations.id)],
}

async function countReviews(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(organizations).where(where)
  return row?.total ?? 0
}

async function* streamTaxReviews(db: Db, maskEin: boolean): AsyncGenerator<TaxReview> {
  const follows = (last: ReviewRow) =>
    sql`(${organizations.waitingSince}, ${organizations.id}) > (${last.waitingSince.toISOString()}::timestamptz, ${last.id}::uuid)`
  const rows = inBatches<ReviewRow>((last) =>
    db
      .select(reviewColumns)
      .from(organizations)
      .where(and(isWaiting, last && follows(last)))
      .orderBy(...orders.waitingSince)
      .limit(BATCH_ROWS),
  )
  for await (const row of rows) yield presentTaxReview(row, maskEin)
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
