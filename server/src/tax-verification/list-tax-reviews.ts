import { type ListMeta, MAX_TOTAL } from '@hikmah/contract/common'
import type { Parsed } from '@hikmah/contract/endpoint'
import { type VerdictGroup, verdictGroups } from '@hikmah/contract/irs-registry/words'
import { isBlocked } from '@hikmah/contract/organizations/words'
import { mustMaskEin } from '@hikmah/contract/permissions'
import type { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { isClaimHeld } from '@hikmah/contract/tax-verification/rules'
import { type TaxReview, taxReviewStatuses } from '@hikmah/contract/tax-verification/schemas'
import { and, eq, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reads } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { inAnyCase } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { readPage } from '../kit/list/read-page.ts'
import { type Counts, type ListCounts, orderOf, type Picked, streamRows } from '../kit/list/rows.ts'
import { organizationSearches } from '../organizations/queries.ts'
import { againstRecord, organizations, papersFirst } from '../organizations/table.ts'
import { findMissingItems } from './settle-review.ts'
import { taxClaims, taxVerdicts } from './table.ts'

type ReviewsQuery = Parsed<typeof taxVerification.listTaxReviews>['query']

const { id, name, admin, email, line1, city, state, postalCode, ein, einStatus, taxExempt, exemptStatus } =
  organizations
const { taxResubmitted, papersAskedAt, irsChangedAt, einShared, taxGroup, waitingSince, decidedAt, decidedGroup } =
  organizations
const {
  status,
  einReviewedAt,
  exemptReviewedAt,
  einAgainst,
  exemptAgainst,
  decidedById,
  decidedByName,
  decidedOutcome,
} = organizations
const { papersDueAt, papersArrivedAt } = organizations
const who = { id, name, admin, email, line1, city, state, postalCode }
const standing = {
  ein,
  einStatus,
  taxExempt,
  exemptStatus,
  taxResubmitted,
  papersAskedAt,
  irsChangedAt,
  einShared,
  taxGroup,
}
const latest = {
  status,
  decidedAt,
  einReviewedAt,
  exemptReviewedAt,
  einAgainst,
  exemptAgainst,
  decidedByName,
  decidedOutcome,
}
const besideColumns = {
  papersDueAt,
  papersArrivedAt,
  outcome: taxVerdicts.outcome,
  claimedBy: taxClaims.byName,
  claimedAt: taxClaims.at,
  documents: sql<number>`(select count(*)::integer from tax_documents d where d.organization_id = ${organizations.id})`,
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

const decidedWhere = (where: SQL, at: SQLWrapper): List => ({
  where,
  fields: { decidedAt: [at], orgName: [inAnyCase(name)] },
  usual: '-decidedAt',
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
    usual: 'linkEndsAt',
  },
  decided: decidedWhere(isNotNull(decidedAt), decidedAt),
}

/** What is decided but waits again stands in the order in which the record changed. */
const changedSince = decidedWhere(isNotNull(irsChangedAt), irsChangedAt)

/** The list of a query, its name among the counts, and the words by which its rows are counted. */
function listOf({ status, record, against, changed }: ReviewsQuery) {
  const view = status ?? (against || changed ? 'decided' : 'waiting')
  const isChanged = view === 'decided' && changed !== undefined
  const { where, ...list } = isChanged ? changedSince : lists[view]
  const counted = isChanged ? 'changed' : view
  const narrowed = [
    ...(record
      ? [{ word: groupWord(counted, record), by: eq(counted === 'decided' ? decidedGroup : taxGroup, record) }]
      : []),
    ...(against ? [{ word: 'against', by: againstRecord }] : []),
  ]
  const words = [counted, ...narrowed.map(({ word }) => word)]
  const shown = (isChanged ? ['decided', ...words] : words).join(' ')
  return { ...list, where: and(where, ...narrowed.map(({ by }) => by))!, view, words, shown }
}

/** What waits is counted by its group alone. */
const groupWord = (view: ReviewsQuery['status'], group: VerdictGroup) =>
  view === 'decided' || view === 'papers' ? `${view}-${group}` : group

const selectRows = (db: Db) => (picked: Picked) =>
  db
    .select({ ...who, ...standing, ...latest, waitingSince, ...besideColumns, ...picked.counts })
    .from(organizations)
    .innerJoin(picked.from, eq(organizations.id, picked.id))
    .leftJoin(taxVerdicts, eq(taxVerdicts.organizationId, organizations.id))
    .leftJoin(taxClaims, eq(taxClaims.organizationId, organizations.id))
    .orderBy(...picked.order)

type ReviewRow = Omit<Awaited<ReturnType<ReturnType<typeof selectRows>>>[number], keyof ListCounts>

export async function listTaxReviews({ db, clock }: Reads, query: ReviewsQuery, reader: StaffActor) {
  const now = clock.now()
  const { where, fields, usual, view, words, shown } = listOf(query)
  const isOfList = query.sort && query.sort.replace(/^-/, '') in fields
  const sort = isOfList ? query.sort! : usual
  const isMine = eq(decidedById, reader.id)
  const page = await readPage(
    db,
    { q: query.q, page: query.page, limit: query.limit, status: shown, sort },
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
        count: (counts) => ({
          ...tabsOf(counts),
          ...countsBeside(view, counts),
          [shown]: countOf(counts, words),
        }),
        countAll: (counts) => countOf(counts, words),
      },
      preparedSort: usual,
      tab: where,
      filters: query.mine && isMine,
      search: organizationSearches(mustMaskEin(reader.role)),
    },
  )
  return query.status === 'decided' ? withCountOf('mine', await countMine(db, isMine), page) : page
}

const countMine = (db: Db, isMine: SQL) => {
  const mine = db.select({ id }).from(organizations).where(and(lists.decided.where, isMine))
  return db.$count(mine.limit(MAX_TOTAL + 1).as('mine'))
}

/** The stored counts are the same for everybody. */
function withCountOf<Page extends { meta: ListMeta }>(name: string, count: number, page: Page): Page {
  const { counts, cappedCounts = [] } = page.meta
  const isCapped = count > MAX_TOTAL
  const counted = { ...counts, [name]: Math.min(count, MAX_TOTAL) }
  return {
    ...page,
    meta: { ...page.meta, counts: counted, ...(isCapped && { cappedCounts: [...cappedCounts, name] }) },
  }
}

/** The keys used in `list_counts`: all that a review is, as "waiting ein exemption". */
const countedWords = sql`concat_ws(' ', case
  when ${waitingSince} is not null then concat_ws(' ', 'waiting',
    case when ${einStatus} = 'Pending' then 'ein' end,
    case when ${exemptStatus} = 'Pending' then 'exemption' end,
    case when ${taxResubmitted} then 'resubmitted' end,
    case when ${irsChangedAt} is not null then 'changed' end,
    ${taxGroup})
  when ${papersDueAt} is not null then 'papers papers-' || ${taxGroup}
  else 'decided decided-' || ${decidedGroup} end,
  case when ${againstRecord} then 'against' end)`

const countOf = (kept: Counts, words: string[]) =>
  Object.entries(kept).reduce(
    (sum, [counted, count]) => (words.every((word) => counted.split(' ').includes(word)) ? sum + count : sum),
    0,
  )

function tabsOf(kept: Counts): Counts {
  const counts = Object.fromEntries(taxReviewStatuses.map((status) => [status, countOf(kept, [status])]))
  return { all: countOf(kept, ['waiting']), ...counts }
}

/** Of what does not wait: its groups (`decided-match`), and what is decided against the record. */
function countsBeside(view: ReviewsQuery['status'], kept: Counts): Counts {
  if (view !== 'decided' && view !== 'papers') return {}
  const words = verdictGroups.map((group) => groupWord(view, group))
  const groups = Object.fromEntries(words.map((word) => [word, countOf(kept, [word])]))
  return view === 'decided' ? { ...groups, against: countOf(kept, ['decided', 'against']) } : groups
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
  einShared: row.einShared,
  outcome: row.outcome,
  outcomeThen: row.decidedOutcome,
  against: row.exemptAgainst ?? row.einAgainst,
  isBlocked: isBlocked(row.status),
  decidedBy: row.decidedByName,
  documents: row.documents,
  missing: findMissingItems({ ...row, group: row.taxGroup, hasDocuments: row.documents > 0 }),
  claimedBy: row.claimedAt && isClaimHeld(row.claimedAt, now) ? row.claimedBy : null,
  linkEndsAt: row.papersDueAt?.toISOString() ?? null,
  papersArrivedAt: row.papersArrivedAt?.toISOString() ?? null,
  waitingSince: row.waitingSince?.toISOString() ?? null,
  decidedAt: (row.irsChangedAt ? latestOf(row) : row.decidedAt)?.toISOString() ?? null,
})

const latestOf = ({ einReviewedAt: ein, exemptReviewedAt: exemption }: ReviewRow) =>
  ein && exemption && ein > exemption ? ein : (exemption ?? ein)
