import { type ListMeta, MAX_TOTAL } from '@hikmah/contract/common'
import type { Parsed } from '@hikmah/contract/endpoint'
import { type VerdictGroup, verdictGroups } from '@hikmah/contract/irs-registry/words'
import { isBlocked } from '@hikmah/contract/organizations/words'
import { mustMaskEin } from '@hikmah/contract/permissions'
import type { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { claimCutoff, isClaimHeld } from '@hikmah/contract/tax-verification/rules'
import { type TaxReview, taxReviewStatuses } from '@hikmah/contract/tax-verification/schemas'
import { longWaitCutoff } from '@hikmah/contract/tax-verification/words'
import { and, eq, gt, isNotNull, isNull, lt, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reads } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { inNameOrder } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { readPage } from '../kit/list/read-page.ts'
import { type Counts, commas, type ListCounts, orderOf, type Picked, streamRows } from '../kit/list/rows.ts'
import { matchesAny } from '../kit/list/search.ts'
import { organizationSearches } from '../organizations/queries.ts'
import { againstRecord, organizations, papersFirst } from '../organizations/table.ts'
import { findMissingItems } from './settle-review.ts'
import { taxClaims, taxVerdicts } from './table.ts'

type ReviewsQuery = Parsed<typeof taxVerification.listTaxReviews>['query']
type Filter = Parsed<typeof taxVerification.exportTaxReviews>['query']

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
const { papersDueAt, papersArrivedAt, hasPapers } = organizations
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
  /** Where the row that was read last stands in the usual order. */
  placeOf: (row: ReviewRow) => SQL
}

const moment = (at: Date | null) => sql`${at?.toISOString()}::timestamptz`

const waitingWhere = (narrowed?: SQL): List => ({
  where: and(isNotNull(waitingSince), narrowed)!,
  fields: { waitingSince: [papersFirst, waitingSince], orgName: [inNameOrder(name)] },
  usual: 'waitingSince',
  placeOf: (row) => sql`${row.papersArrivedAt === null}, ${moment(row.waitingSince)}`,
})

const decidedWhere = (at: typeof decidedAt | typeof irsChangedAt): List => ({
  where: isNotNull(at),
  fields: { decidedAt: [at], orgName: [inNameOrder(name)] },
  usual: '-decidedAt',
  placeOf: (row) => moment(at === decidedAt ? row.decidedAt : row.irsChangedAt),
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
    fields: { linkEndsAt: [papersDueAt], orgName: [inNameOrder(name)] },
    usual: 'linkEndsAt',
    placeOf: (row) => moment(row.papersDueAt),
  },
  decided: decidedWhere(decidedAt),
}

/** What is decided but waits again stands in the order in which the record changed. */
const changedSince = decidedWhere(irsChangedAt)

/** The list of a query, its name among the counts, and the words by which its rows are counted. */
function listOf({ status, record, against, changed, noPaper }: Filter) {
  const view = status ?? (against || changed ? 'decided' : 'waiting')
  const isChanged = view === 'decided' && changed !== undefined
  const { where, ...list } = isChanged ? changedSince : lists[view]
  const counted = isChanged ? 'changed' : view
  const narrowed = [
    ...(record
      ? [{ word: groupWord(counted, record), by: eq(counted === 'decided' ? decidedGroup : taxGroup, record) }]
      : []),
    ...(against ? [{ word: 'against', by: againstRecord }] : []),
    ...(noPaper && isOfQueue(view) ? [{ word: 'no-paper', by: not(hasPapers) }] : []),
  ]
  const words = [counted, ...narrowed.map(({ word }) => word)]
  const shown = (isChanged ? ['decided', ...words] : words).join(' ')
  return { ...list, where: and(where, ...narrowed.map(({ by }) => by))!, view, words, shown }
}

/** Whether it waits for a decision. */
const isOfQueue = (view: Filter['status']) => view !== 'decided' && view !== 'papers'

/** What waits is counted by its group alone. */
const groupWord = (view: Filter['status'], group: VerdictGroup) => (isOfQueue(view) ? group : `${view}-${group}`)

/** What no stored count knows: it depends on who asks, or when. */
const narrowedBy = ({ mine, longWait }: Filter, view: Filter['status'], reader: StaffActor, now: Date) =>
  and(
    mine && (view === 'decided' ? eq(decidedById, reader.id) : isClaimedBy(reader, now)),
    longWait && isOfQueue(view) ? waitsLong(now) : undefined,
  )

const isClaimedBy = (reader: StaffActor, now: Date) =>
  sql`${id} in (select ${taxClaims.organizationId} from ${taxClaims}
    where ${and(eq(taxClaims.staffId, reader.id), gt(taxClaims.at, claimCutoff(now)))})`

const waitsLong = (now: Date) => lt(waitingSince, longWaitCutoff(now))

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
  const filters = narrowedBy(query, view, reader, now)
  const isOfList = query.sort && query.sort.replace(/^-/, '') in fields
  const sort = isOfList ? query.sort! : usual
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
      filters,
      // Nobody has claimed many.
      areFiltersIndexed: query.mine !== undefined && view !== 'decided',
      search: organizationSearches(mustMaskEin(reader.role), query.q),
    },
  )
  if (view === 'papers') return page
  // As of what has no paper, of all that waits.
  const beside = view === 'decided' ? view : 'waiting'
  const countAlso = (filter: Filter) =>
    countUpTo(
      db,
      and(lists[beside].where, narrowedBy({ ...query, ...filter }, beside, reader, now), searchOf(query, reader)),
    )
  const [mine, longWait] = await Promise.all([
    countAlso({ mine: '1' }),
    view === 'decided' ? undefined : countAlso({ longWait: '1' }),
  ])
  return withCounts({ mine, ...(longWait !== undefined && { longWait }) }, page)
}

const searchOf = ({ q }: Filter, reader: StaffActor) =>
  q ? matchesAny(organizationSearches(mustMaskEin(reader.role), q), q) : undefined

const countUpTo = (db: Db, where: SQL | undefined) => {
  const rows = db.select({ id }).from(organizations).where(where)
  return db.$count(rows.limit(MAX_TOTAL + 1).as('counted'))
}

/** The stored counts are the same for everybody, at any time. */
function withCounts<Page extends { meta: ListMeta }>(beside: Counts, page: Page): Page {
  const { counts, cappedCounts = [] } = page.meta
  const capped = Object.keys(beside).filter((name) => beside[name]! > MAX_TOTAL)
  const atMost = Object.entries(beside).map(([name, count]) => [name, Math.min(count, MAX_TOTAL)])
  return {
    ...page,
    meta: {
      ...page.meta,
      counts: { ...counts, ...Object.fromEntries(atMost) },
      ...(capped.length > 0 && { cappedCounts: [...cappedCounts, ...capped] }),
    },
  }
}

/** The keys used in `list_counts`: all that a review is, as "waiting ein exemption". */
const countedWords = sql`concat_ws(' ', case
  when ${waitingSince} is not null then concat_ws(' ', 'waiting',
    case when ${einStatus} = 'Pending' then 'ein' end,
    case when ${exemptStatus} = 'Pending' then 'exemption' end,
    case when ${taxResubmitted} then 'resubmitted' end,
    case when ${irsChangedAt} is not null then 'changed' end,
    case when not ${hasPapers} then 'no-paper' end,
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

/** Of what waits, how much has no paper; of all else its groups (`decided-match`), and what is decided against the record. */
function countsBeside(view: Filter['status'], kept: Counts): Counts {
  if (isOfQueue(view)) return { noPaper: countOf(kept, ['waiting', 'no-paper']) }
  const words = verdictGroups.map((group) => groupWord(view, group))
  const groups = Object.fromEntries(words.map((word) => [word, countOf(kept, [word])]))
  if (view === 'papers') return groups
  // Of what has changed since, by the record as it is now.
  const changed = verdictGroups.map((group) => [`changed-${group}`, countOf(kept, ['changed', group])])
  return { ...groups, ...Object.fromEntries(changed), against: countOf(kept, ['decided', 'against']) }
}

/** All of a filter, in the usual order of its list. */
export function streamTaxReviews({ db, clock }: Reads, reader: StaffActor, query: Filter = {}) {
  const { where, fields, usual, view, placeOf } = listOf(query)
  const order = orderOf(fields, id, usual)
  const place = commas(order.map(({ by }) => sql`${by}`))
  const next = usual.startsWith('-') ? sql`<` : sql`>`
  return streamRows({
    present: (row) => presentTaxReview(row, clock.now()),
    from: sql`${organizations}`,
    id,
    where: and(where, narrowedBy(query, view, reader, clock.now()), searchOf(query, reader)),
    order,
    select: selectRows(db),
    after: (last: ReviewRow) => sql`(${place}) ${next} (${placeOf(last)}, ${last.id}::uuid)`,
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
