import type { ListMeta, PageQuery } from '@hikmah/contract/common'
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../db/db.ts'
import { preparedQueries } from '../db/prepared.ts'
import { countHits, countRows, type Found, metaOf } from './found-counts.ts'
import { type Counts, countsOf, tabCounts } from './list-counts.ts'
import { DEFAULT_LIMIT, pagingOf } from './paging.ts'
import { type PickedMeta, pickRows, type Query, type Source } from './pick-rows.ts'
import { pickSearched } from './pick-searched.ts'
import { matchesAny } from './search.ts'

interface ListQuery extends PageQuery {
  q?: string | undefined
  status?: string | undefined
  sort?: string | undefined
}

interface Paged<Row> extends Source<Row> {
  /** Its name in `list_counts`. A list without one has few rows, which are counted. */
  list?: string
  statuses: readonly string[]
  /** What a row is counted as, which is its status unless the tabs say otherwise. */
  countedAs: SQLWrapper
  /** What that is read from, where the rows are picked from less. */
  countedFrom?: SQL
  /** The counts of the tabs, where they are not those of the statuses. */
  tabs?: (counts: Counts) => Counts
  /** How many rows there are without search and filters, where `tabs` does not tell. */
  whole?: (kept: Counts) => number
  /** How it is sorted unless the query says otherwise; undefined where no field says it. */
  usual: string | undefined
  /** Its rows are read alike by every call, with no value of the moment: the query of its first page is kept. */
  isKept?: boolean
  /** Its filters find few rows by an index of their own, as a search does. */
  isSearched?: boolean
  /** Which rows belong to the list at all. */
  where?: SQL | undefined
  /** The condition of the chosen tab, which the counts of the tabs leave out. */
  chosen?: SQL | undefined
  /** The filters, which the counts of the tabs respect. */
  narrowed?: SQL | undefined
  /** The text columns that `q` searches, in the form `matches` expects, each with its index. */
  search: SQLWrapper[]
  /** A copy of the list in which a search looks up what it finds, as its rows are on fewer pages. */
  copy?: Copy | undefined
}

/** The same of the columns of the copy. */
type Copy = Pick<Paged<unknown>, 'from' | 'id' | 'order' | 'countedAs' | 'chosen' | 'narrowed' | 'search'>

/** The first pages nearly everybody asks for: all rows in the usual order, or all of a status. */
const firstPages = preparedQueries<unknown>()

/** A page of a list with the counts of its tabs and its total, in one statement. */
export async function readPage<Row extends PickedMeta>(
  db: Db,
  query: ListQuery,
  {
    list,
    statuses,
    countedAs,
    countedFrom,
    tabs = (counts) => tabCounts(counts, statuses),
    whole = (kept) => tabs(kept).all ?? 0,
    usual,
    isKept,
    isSearched,
    where: inList,
    chosen,
    narrowed,
    search,
    copy,
    ...source
  }: Paged<Row>,
): Promise<{ rows: Row[]; meta: ListMeta }> {
  const paging = pagingOf(query)
  const { page, limit } = paging
  const isNarrowed = Boolean(query.q || narrowed)
  const fittingOf = (of: Pick<Copy, 'search' | 'narrowed'>) =>
    and(query.q ? matchesAny(of.search, query.q) : undefined, of.narrowed) ?? sql`true`
  const fitting = and(inList, fittingOf({ search, narrowed }))
  const where = and(fitting, chosen)
  const counted = { from: countedFrom ?? source.from, countedAs }
  const kept = list ? countsOf(list) : countRows({ ...counted, where: inList })

  function pickPage() {
    if (query.q || isSearched) {
      const searched = { inList, fitting: fitting ?? sql`true`, chosen, counted: isNarrowed ? counted : undefined }
      const inCopy = copy && { ...copy, fitting: fittingOf(copy), counted: copy }
      return pickSearched({ ...source, ...searched, copy: inCopy }, paging, kept)
    }
    const found = narrowed ? countRows({ ...counted, where: fitting, isLimited: true }) : sql<null>`null::text`
    const matching = narrowed && chosen ? countHits({ from: source.from, where }) : sql<null>`null::integer`
    return {
      page: () => pickRows({ ...source, where }, paging, { kept, found, matching }),
      counts: () => sql`select ${kept} as kept, ${found} as found, ${matching} as matching`,
    }
  }

  const isFirst = !isNarrowed && page === 1 && limit === DEFAULT_LIMIT && (query.sort ?? usual) === usual
  const picked = pickPage()
  const asked = isKept && isFirst ? keptPage(db, nameOf(list, query), picked.page) : picked.page().prepare('')
  const rows = await asked.execute()
  const [read] = rows.length > 0 ? rows : await rowsOf<Found>(db, picked.counts())
  return { rows, meta: { page, limit, ...metaOf(read, tabs, whole, query.status) } }
}

/** What is left of the query of such a page are the statuses, a handful of words. */
const nameOf = (list: string | undefined, { page: _page, limit: _limit, sort: _sort, ...rest }: ListQuery) =>
  [list, ...Object.values(rest).filter(Boolean)].join(' ')

/** A name belongs to one list, so the rows are its own. */
const keptPage = <Row>(db: Db, name: string, build: () => Query<Row>) =>
  firstPages(db, name, () => build().prepare(name)) as ReturnType<Query<Row>['prepare']>
