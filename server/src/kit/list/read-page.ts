import type { ListMeta, PageQuery } from '@hikmah/contract/common'
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Db, preparedQueries, rowsOf } from '../db/db.ts'
import { type Counts, countHits, countRows, listTotals, storedCounts, tabCounts } from './counts.ts'
import { DEFAULT_LIMIT, type ListCounts, type ListRows, pagingOf, pickRows, type Query } from './rows.ts'
import { matchesAny } from './search.ts'
import { searchRows } from './search-rows.ts'

interface ListQuery extends PageQuery {
  q?: string | undefined
  status?: string | undefined
  sort?: string | undefined
}

/** A list as a query asks for it. */
interface List<Row> {
  rows: ListRows<Row>
  /** What is counted beside the rows. */
  tabs: {
    statuses: readonly string[]
    /** What a row is counted as: its status, unless the tabs differ from the statuses. */
    countBy: SQLWrapper
    /** Where that is read, if the rows are picked from fewer tables. */
    countFrom?: SQL
    /** The name of the list in `list_counts`. A list without one has few rows, which are counted. */
    stored?: string | undefined
    /** The counts of the tabs, if they are not those of the statuses. */
    count?: (counts: Counts) => Counts
    /** How many rows there are without search and filters, if `count` does not tell. */
    countAll?: (counts: Counts) => number
  }
  /** The condition of the open tab, which the counts of the tabs leave out. */
  tab?: SQL | undefined
  /** The filters, which the counts of the tabs respect. */
  filters?: SQL | undefined
  /** The filters find few rows by an index of their own, as a search does. */
  areFiltersIndexed?: boolean
  /** The text columns that `q` searches, in the form `matches` expects, each with its index. */
  search: SQLWrapper[]
  /**
   * The sort whose first page stays prepared, which nearly everybody asks for: 0.3 ms instead of 1.4. Left out where the
   * rows depend on the moment or on who asks.
   */
  preparedSort?: string | undefined
}

const preparedPages = preparedQueries<unknown>()

/** A page of a list with the counts of its tabs and its total, in one statement. */
export async function readPage<Row extends ListCounts>(
  db: Db,
  query: ListQuery,
  list: List<Row>,
): Promise<{ rows: Row[]; meta: ListMeta }> {
  const { page, limit } = pagingOf(query)
  const { statuses, stored, count = (counts) => tabCounts(counts, statuses) } = list.tabs
  const { countAll = (counts) => count(counts).all ?? 0 } = list.tabs
  const picked = pickPage(query, list)
  const isPrepared =
    list.preparedSort !== undefined &&
    (query.sort ?? list.preparedSort) === list.preparedSort &&
    page === 1 &&
    limit === DEFAULT_LIMIT &&
    !query.q &&
    !list.filters
  // The parameters that are left, such as the status, are a handful of words.
  const { page: _page, limit: _limit, sort: _sort, ...rest } = query
  const name = [stored, ...Object.values(rest).filter(Boolean)].join(' ')
  const prepared = isPrepared
    ? (preparedPages(db, name, () => picked.page().prepare(name)) as ReturnType<Query<Row>['prepare']>)
    : picked.page().prepare('')
  const rows = await prepared.execute()
  const [counts] = rows.length > 0 ? rows : await rowsOf<ListCounts>(db, picked.counts)
  return { rows, meta: { page, limit, ...listTotals(counts, count, countAll, query.status) } }
}

/** The statements of a page and, for a page without rows, of the counts alone. */
function pickPage<Row>(query: ListQuery, { rows, tabs, tab, filters, areFiltersIndexed, search }: List<Row>) {
  const paging = pagingOf(query)
  const kindOfRow = { from: tabs.countFrom ?? rows.from, kind: tabs.countBy }
  const all = tabs.stored ? storedCounts(tabs.stored) : countRows(kindOfRow, rows.where)
  const matching = and(query.q ? matchesAny(search, query.q) : undefined, filters)
  if (query.q || areFiltersIndexed) {
    const counted = matching && kindOfRow
    return searchRows({ rows, matching: matching ?? sql`true`, tab, counted, all }, paging)
  }
  const fitting = and(rows.where, filters)
  const where = and(fitting, tab)
  const found = filters ? countRows(kindOfRow, fitting, { isLimited: true }) : sql<null>`null::text`
  const inTab = filters && tab ? countHits({ from: rows.from, where }) : sql<null>`null::integer`
  return {
    page: () => pickRows({ ...rows, where }, paging, { all, found, inTab }),
    counts: sql`select ${all} as all, ${found} as found, ${inTab} as "inTab"`,
  }
}
