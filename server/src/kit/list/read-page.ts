import { type ListMeta, MAX_TOTAL } from '@hikmah/contract/common'
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../db/db.ts'
import { preparedQueries } from '../db/prepared.ts'
import { type Counts, countsOf, tabCounts } from './list-counts.ts'
import { pagingOf, USUAL_LIMIT } from './paging.ts'
import { type PickedMeta, pickRows, pickSorted, type Query, type Source } from './pick-rows.ts'
import { matchesAny } from './search.ts'

interface PageQuery {
  q?: string | undefined
  status?: string | undefined
  sort?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

interface Paged<Row> extends Source<Row> {
  /** Its name in `list_counts`. */
  list: string
  statuses: readonly string[]
  /** The counts of the tabs, where they are not those of the statuses as they are kept. */
  tabs?: (kept: Counts) => Counts
  /** How it is sorted unless the query says otherwise; undefined where no field says it. */
  usual: string | undefined
  /** Its rows are read alike by every call, with no value of the moment: the query of its first page is kept. */
  isKept?: boolean
  /** No index has the order that is asked for. */
  isWithoutIndex?: boolean
  /** What the counts know as well: which rows are in the list at all, and those of a status. */
  where?: SQL | undefined
  /** What they do not know. */
  narrowed?: SQL | undefined
  /** What `q` searches: text as `matches` asks for it, each with its index. */
  search: SQLWrapper[]
}

/** The first pages nearly everybody asks for: all rows in the usual order, or all of a status. */
const firstPages = preparedQueries<unknown>()

/**
 * A page of a list with the counts of its tabs and its total, in one statement. The total is a kept count where one
 * fits; of a search or a filter at most one row more than `MAX_TOTAL` is counted.
 */
export async function readPage<Row extends PickedMeta>(
  db: Db,
  query: PageQuery,
  {
    list,
    statuses,
    tabs = (kept) => tabCounts(kept, statuses),
    usual,
    isKept,
    isWithoutIndex,
    narrowed,
    search,
    ...source
  }: Paged<Row>,
): Promise<{ rows: Row[]; meta: ListMeta }> {
  const paging = pagingOf(query)
  const { page, limit } = paging
  const isCounted = Boolean(query.q || narrowed)
  const where = and(source.where, query.q ? matchesAny(search, query.q) : undefined, narrowed)
  const hits = sql`select from ${source.from} where ${where ?? sql`true`} limit ${MAX_TOTAL + 1}`
  const meta = {
    counts: countsOf(list),
    matching: isCounted ? sql<number>`(select count(*)::integer from (${hits}) as hits)` : sql<null>`null::integer`,
  }
  const isSearchedInOtherOrder = query.q && fieldOf(query.sort ?? usual) !== fieldOf(usual)
  const choose = isWithoutIndex || isSearchedInOtherOrder ? pickSorted : pickRows
  const build = () => choose({ ...source, where }, paging, meta)

  const isFirst = !isCounted && page === 1 && limit === USUAL_LIMIT && (query.sort ?? usual) === usual
  const rows = await (isKept && isFirst ? keptPage(db, nameOf(list, query), build) : build().prepare('')).execute()
  const [read] =
    rows.length > 0
      ? rows
      : await rowsOf<PickedMeta>(db, sql`select ${meta.counts} as counts, ${meta.matching} as matching`)
  const counts = tabs(JSON.parse(read?.counts ?? '{}'))
  const total = read?.matching ?? counts[query.status ?? 'all'] ?? 0
  const isTotalCapped = isCounted && total > MAX_TOTAL
  return {
    rows,
    meta: { total: isTotalCapped ? MAX_TOTAL : total, page, limit, counts, ...(isTotalCapped && { isTotalCapped }) },
  }
}

const fieldOf = (sort: string | undefined) => sort?.replace(/^-/, '')

/** What is left of the query of such a page are the statuses, a handful of words. */
const nameOf = (list: string, { page: _page, limit: _limit, sort: _sort, ...rest }: PageQuery) =>
  [list, ...Object.values(rest).filter(Boolean)].join(' ')

/** A name belongs to one list, so the rows are its own. */
const keptPage = <Row>(db: Db, name: string, build: () => Query<Row>) =>
  firstPages(db, name, () => build().prepare(name)) as ReturnType<Query<Row>['prepare']>
