import type { Parsed } from '@hikmah/contract/endpoint'
import type { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'
import { maskedEin, taxReviewStatuses } from '@hikmah/contract/tax-verification/words'
import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../kit/db/db.ts'
import type { Counts } from '../kit/list/list-counts.ts'
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
  taxResubmitted: organizations.taxResubmitted,
  waitingSince: organizations.waitingSince,
  decidedAt: organizations.decidedAt,
}
type ReviewRow = Pick<OrganizationTableRow, keyof typeof reviewColumns>

const { waitingSince, decidedAt, name, id, einStatus, exemptStatus, taxResubmitted } = organizations

interface List {
  where: SQL
  fields: Record<string, PgColumn[]>
  usual: NonNullable<ReviewsQuery['sort']>
}

const waitingWhere = (narrowed?: SQL) => ({
  where: and(isNotNull(waitingSince), narrowed)!,
  fields: { waitingSince: [waitingSince], orgName: [name] },
  usual: 'waitingSince' as const,
})

/** The longest wait comes first, and the latest decision. */
const lists = {
  waiting: waitingWhere(),
  ein: waitingWhere(eq(einStatus, 'Pending')),
  exemption: waitingWhere(eq(exemptStatus, 'Pending')),
  resubmitted: waitingWhere(eq(taxResubmitted, true)),
  decided: {
    where: isNotNull(decidedAt),
    fields: { decidedAt: [decidedAt], orgName: [name] },
    usual: '-decidedAt' as const,
  },
}

const rows = (db: Db) => (picked: Picked) =>
  db
    .select({ ...reviewColumns, ...picked.meta })
    .from(organizations)
    .innerJoin(picked.from, eq(organizations.id, picked.id))
    .orderBy(...picked.order)

export async function listTaxReviews(db: Db, query: ReviewsQuery, maskEin: boolean) {
  const { where, fields, usual }: List = lists[query.status ?? 'waiting']
  const isOfList = query.sort && query.sort.replace(/^-/, '') in fields
  const sort = isOfList ? query.sort! : usual
  const page = await readPage(
    db,
    { ...query, sort },
    {
      from: sql`${organizations}`,
      id,
      where: or(lists.waiting.where, lists.decided.where),
      chosen: where,
      list: 'tax-reviews',
      isKept: true,
      statuses: taxReviewStatuses,
      countedAs: countedWords,
      tabs: tabsOf,
      whole: (kept) => tabsOf(kept)[query.status ?? 'waiting'] ?? 0,
      usual,
      search: organizationSearches(maskEin),
      order: orderOf(fields, id, sort),
      rows: rows(db),
    },
  )
  return { data: page.rows.map((row) => presentTaxReview(row, maskEin)), meta: page.meta }
}

/** As `list_counts` keeps them. */
const countedWords = sql`case when ${waitingSince} is null then 'decided' else concat_ws(' ', 'waiting',
  case when ${einStatus} = 'Pending' then 'ein' end,
  case when ${exemptStatus} = 'Pending' then 'exemption' end,
  case when ${taxResubmitted} then 'resubmitted' end) end`

/** They are counted by all that they are, as "waiting ein exemption". */
function tabsOf(kept: Counts): Counts {
  const countOf = (status: string) =>
    Object.entries(kept).reduce((sum, [words, count]) => (words.split(' ').includes(status) ? sum + count : sum), 0)
  const counts = Object.fromEntries(taxReviewStatuses.map((status) => [status, countOf(status)]))
  return { all: countOf('waiting'), ...counts }
}

/** The whole queue. What was decided meanwhile is left out. */
export async function* streamTaxReviews(db: Db, maskEin: boolean): AsyncGenerator<TaxReview> {
  const { where, fields, usual } = lists.waiting
  const all = streamRows({
    from: sql`${organizations}`,
    id,
    where,
    order: orderOf(fields, id, usual),
    rows: rows(db),
    after: (last: ReviewRow) =>
      sql`(${waitingSince}, ${id}) > (${last.waitingSince?.toISOString()}::timestamptz, ${last.id}::uuid)`,
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
  resubmitted: row.taxResubmitted,
  waitingSince: row.waitingSince?.toISOString() ?? null,
  decidedAt: row.decidedAt?.toISOString() ?? null,
})
