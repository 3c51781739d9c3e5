import type { Parsed } from '@hikmah/contract/endpoint'
import type { VerdictGroup } from '@hikmah/contract/irs-registry/words'
import type { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { isClaimHeld } from '@hikmah/contract/tax-verification/rules'
import { type TaxReview, taxReviewStatuses } from '@hikmah/contract/tax-verification/schemas'
import { and, eq, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reads } from '../house.ts'
import { inAnyCase } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { readPage } from '../kit/list/read-page.ts'
import { type Counts, type ListCounts, orderOf, type Picked, streamRows } from '../kit/list/rows.ts'
import { organizationSearches } from '../organizations/queries.ts'
import { organizations, papersFirst } from '../organizations/table.ts'
import { findMissingItems } from './settle-review.ts'
import { taxClaims, taxVerdicts } from './table.ts'

type ReviewsQuery = Parsed<typeof taxVerification.listTaxReviews>['query']

const { id, name, admin, email, line1, city, state, postalCode, ein, einStatus, taxExempt, exemptStatus } =
  organizations
const { taxResubmitted, papersAskedAt, irsChangedAt, taxGroup, waitingSince, decidedAt } = organizations
const { papersDueAt, papersArrivedAt } = organizations
const who = { id, name, admin, email, line1, city, state, postalCode }
const standing = { ein, einStatus, taxExempt, exemptStatus, taxResubmitted, papersAskedAt, irsChangedAt, taxGroup }
const besideColumns = {
  papersDueAt,
  papersArrivedAt,
  outcome: taxVerdicts.outcome,
  claimedBy: taxClaims.byName,
  claimedAt: taxClaims.at,
  hasDocuments: sql<boolean>`exists (select from tax_documents d where d.organization_id = ${organizations.id})`,
}

interface List {
  where: SQL
  fields: Record<string, SQLWrapper[]>
  usual: NonNullable<ReviewsQuery['sort']>
}

const waitingWhere = (narrowed?: SQL) => ({
  where: and(isNotNull(waitingSince), narrowed)!,
  fields: { waitingSince: [papersFirst, waitingSince], orgName: [inAnyCase(name)] },
  usual: 'waitingSince' as const,
})

const ofGroup = (group: VerdictGroup) => waitingWhere(eq(taxGroup, group))

/** The longest wait comes first, the link that ends first, and the latest decision. */
const lists: Record<(typeof taxReviewStatuses)[number], List> = {
  waiting: waitingWhere(),
  ein: waitingWhere(eq(einStatus, 'Pending')),
  exemption: waitingWhere(eq(exemptStatus, 'Pending')),
  resubmitted: waitingWhere(sql`${taxResubmitted}`),
  changed: waitingWhere(isNotNull(irsChangedAt)),
  match: ofGroup('match'),
  differs: ofGroup('differs'),
  'not-deductible': ofGroup('not-deductible'),
  revoked: ofGroup('revoked'),
  'not-listed': ofGroup('not-listed'),
  'not-checked': ofGroup('not-checked'),
  papers: {
    where: and(isNotNull(papersDueAt), isNull(waitingSince))!,
    fields: { linkEndsAt: [papersDueAt], orgName: [inAnyCase(name)] },
    usual: 'linkEndsAt' as const,
  },
  decided: {
    where: isNotNull(decidedAt),
    fields: { decidedAt: [decidedAt], orgName: [inAnyCase(name)] },
    usual: '-decidedAt' as const,
  },
}

const selectRows = (db: Db) => (picked: Picked) =>
  db
    .select({ ...who, ...standing, waitingSince, decidedAt, ...besideColumns, ...picked.counts })
    .from(organizations)
    .innerJoin(picked.from, eq(organizations.id, picked.id))
    .leftJoin(taxVerdicts, eq(taxVerdicts.organizationId, organizations.id))
    .leftJoin(taxClaims, eq(taxClaims.organizationId, organizations.id))
    .orderBy(...picked.order)

type ReviewRow = Omit<Awaited<ReturnType<ReturnType<typeof selectRows>>>[number], keyof ListCounts>

export async function listTaxReviews({ db, clock }: Reads, query: ReviewsQuery, maskEin: boolean) {
  const now = clock.now()
  const { where, fields, usual }: List = lists[query.status ?? 'waiting']
  const isOfList = query.sort && query.sort.replace(/^-/, '') in fields
  const sort = isOfList ? query.sort! : usual
  return readPage(
    db,
    { ...query, sort },
    {
      present: (row) => presentTaxReview(row, now),
      rows: {
        from: sql`${organizations}`,
        id,
        where: or(lists.waiting.where, lists.papers.where, lists.decided.where),
        order: orderOf(fields, id, sort),
        select: selectRows(db),
      },
      tabs: {
        stored: 'tax-reviews',
        statuses: taxReviewStatuses,
        countBy: countedWords,
        count: tabsOf,
        countAll: (counts) => tabsOf(counts)[query.status ?? 'waiting'] ?? 0,
      },
      preparedSort: usual,
      tab: where,
      search: organizationSearches(maskEin),
    },
  )
}

/** The keys used in `list_counts`. */
const countedWords = sql`case when ${waitingSince} is not null then concat_ws(' ', 'waiting',
  case when ${einStatus} = 'Pending' then 'ein' end,
  case when ${exemptStatus} = 'Pending' then 'exemption' end,
  case when ${taxResubmitted} then 'resubmitted' end,
  case when ${irsChangedAt} is not null then 'changed' end,
  ${taxGroup}) when ${papersDueAt} is not null then 'papers' else 'decided' end`

/** They are counted by all that they are, as "waiting ein exemption". */
function tabsOf(kept: Counts): Counts {
  const countOf = (status: string) =>
    Object.entries(kept).reduce((sum, [words, count]) => (words.split(' ').includes(status) ? sum + count : sum), 0)
  const counts = Object.fromEntries(taxReviewStatuses.map((status) => [status, countOf(status)]))
  return { all: countOf('waiting'), ...counts }
}

export function streamTaxReviews({ db, clock }: Reads) {
  const { where, fields, usual } = lists.waiting
  return streamRows({
    present: (row) => presentTaxReview(row, clock.now()),
    from: sql`${organizations}`,
    id,
    where,
    order: orderOf(fields, id, usual),
    select: selectRows(db),
    after: (last: ReviewRow) =>
      sql`(${papersFirst}, ${waitingSince}, ${id})
        > (${last.papersArrivedAt === null}, ${last.waitingSince?.toISOString()}::timestamptz, ${last.id}::uuid)`,
  })
}

const presentTaxReview = (row: ReviewRow, now: Date): TaxReview => ({
  organizationId: row.id,
  orgName: row.name,
  cityState: [row.city, row.state].filter(Boolean).join(', '),
  taxIdEin: row.ein,
  einStatus: row.einStatus,
  exemptStatus: row.exemptStatus,
  resubmitted: row.taxResubmitted,
  askedAt: row.papersAskedAt?.toISOString() ?? null,
  irsChanged: row.irsChangedAt !== null,
  outcome: row.outcome,
  missing: findMissingItems({ ...row, group: row.taxGroup }),
  claimedBy: row.claimedAt && isClaimHeld(row.claimedAt, now) ? row.claimedBy : null,
  linkEndsAt: row.papersDueAt?.toISOString() ?? null,
  papersArrivedAt: row.papersArrivedAt?.toISOString() ?? null,
  waitingSince: row.waitingSince?.toISOString() ?? null,
  decidedAt: row.decidedAt?.toISOString() ?? null,
})
