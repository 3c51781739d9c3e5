import type { AuditEntity } from '@hikmah/contract/audit'
import type { ListMeta, PageQuery } from '@hikmah/contract/common'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { and, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { record } from '../audit/audit.ts'
import type { Actor } from '../auth/actor.ts'
import { type Db, KEPT, preparedQueries, rowsOf } from '../db/db.ts'
import { csvLine } from '../files/csv.ts'
import { setSafeDownloadHeaders } from '../files/files.ts'
import type { Answer, Call, HandlerResult, Serve } from '../http/serve.ts'
import type { Clock } from '../process/clock.ts'
import type { AuditDraft, Change } from '../write/tx.ts'
import {
  COUNTED_HITS,
  type Counts,
  commas,
  countHits,
  countRows,
  DEFAULT_LIMIT,
  isPaged,
  type KindOfRow,
  type ListCounts,
  type ListRows,
  limitOffset,
  listTotals,
  orderTerms,
  type Paging,
  type Picked,
  pagingOf,
  pickIds,
  type Query,
  selectByIds,
  storedCounts,
  tabCounts,
} from './rows.ts'
import { matchesAny } from './search.ts'

interface ListQuery extends PageQuery {
  q?: string | undefined
  status?: string | undefined
  sort?: string | undefined
}

/** A list as a query describes it, which `readPage` turns into one statement. */
interface List<Row, Shown> {
  rows: ListRows<Row>
  present: (row: Row) => Shown
  tabs: {
    statuses: readonly string[]
    /** What a row counts as: its status, unless the tabs differ from the statuses. */
    countBy: SQLWrapper
    /** Where `countBy` is read, if the rows come from fewer tables. */
    countFrom?: SQL
    /** The name in `list_counts`. A list without one has few rows, which are counted. */
    stored?: string | undefined
    /** The counts of the tabs, unless they are those of the statuses. */
    count?: (counts: Counts) => Counts
    /** The total without search and filters, if `count` does not tell. */
    countAll?: (counts: Counts) => number
  }
  /** The condition of the open tab, which the counts of the tabs leave out. */
  tab?: SQL | undefined
  /** The counts of the tabs respect the filters. */
  filters?: SQL | undefined
  /** Filters with an index of their own find few rows, as a search does. */
  areFiltersIndexed?: boolean
  /** The text columns that `q` searches, in the form `matches` expects, each indexed. */
  search: SQLWrapper[]
  /** What `q` finds besides, by an index: the condition must allow a bitmap beside those of the columns. */
  alsoFinds?: (q: string) => Promise<SQL | undefined>
  /** The sort whose first page stays prepared (0.3 ms, not 1.4). Omit it if rows depend on the time or the reader. */
  preparedSort?: string | undefined
  /**
   * The name under which the statement of its rows stays prepared. It pays where planning the rows takes longer than a
   * second round trip, as of an order.
   */
  preparedRows?: string | undefined
}

const preparedStatements = preparedQueries<unknown>()
const keep = <Row>(db: Db, name: string, build: () => Query<Row>) =>
  preparedStatements(db, name, () => build().prepare(name)) as ReturnType<Query<Row>['prepare']>

interface PickedIds {
  ids: SQL
  counts: Picked['counts']
  /** The counts of an empty page. */
  countsAlone: SQL
}

/** The ids and counts in one statement, then the rows in another that stays prepared. */
async function readByIds<Row extends ListCounts>(db: Db, name: string, rows: ListRows<Row>, picked: PickedIds) {
  const { all, found, inTab } = picked.counts
  const page = await rowsOf<ListCounts & { id: string }>(
    db,
    sql`select picked.id, ${all} as all, ${found} as found, ${inTab} as "inTab" from (${picked.ids}) as picked`,
  )
  const [first] = page
  if (!first) return []
  const { id: _id, ...counts } = first
  const given = sql`select unnest(${sql.placeholder('ids')}::${sql.raw(rows.id.getSQLType())}[]) as id`
  const read = await keep(db, name, () => selectByIds(rows, given)).execute({ ids: page.map(({ id }) => id) })
  return read.map((row) => ({ ...row, ...counts }))
}

/** A page of a list with the counts of its tabs and its total, in one statement. */
export async function readPage<Row extends ListCounts, Shown>(
  db: Db,
  query: ListQuery,
  list: List<Row, Shown>,
): Promise<{ data: Shown[]; meta: ListMeta }> {
  const { page, limit } = pagingOf(query)
  const { statuses, stored, count = (counts) => tabCounts(counts, statuses) } = list.tabs
  const { countAll = (counts) => count(counts).all ?? 0 } = list.tabs
  const picked = pickPage(query, list, query.q ? await list.alsoFinds?.(query.q) : undefined)
  const isPrepared =
    list.preparedSort !== undefined &&
    (query.sort ?? list.preparedSort) === list.preparedSort &&
    page === 1 &&
    limit === DEFAULT_LIMIT &&
    !query.q &&
    !list.filters
  // The page and its length are literals.
  const isKept = page === 1 && limit === DEFAULT_LIMIT && !query.q && !list.areFiltersIndexed
  // The other parameters, such as the status, are a handful of words.
  const { page: _page, limit: _limit, sort: _sort, ...rest } = query
  const name = [stored, ...Object.values(rest).filter(Boolean)].join(' ')
  const inOneStatement = () => selectByIds(list.rows, picked.ids, picked.counts)
  const rows = await (isPrepared
    ? keep(db, name, inOneStatement).execute()
    : list.preparedRows
      ? readByIds(db, `${list.preparedRows} ${query.sort ?? ''}`, list.rows, picked)
      : inOneStatement()
          .prepare(isKept ? KEPT : '')
          .execute())
  const [counts] = rows.length > 0 ? rows : await rowsOf<ListCounts>(db, picked.countsAlone)
  const meta = { page, limit, ...listTotals(counts, count, countAll, query.status) }
  return { data: rows.map((row) => list.present(row)), meta }
}

/** The statements of a page and, if it is empty, of the counts alone. */
function pickPage<Row>(
  query: ListQuery,
  { rows, tabs, tab, filters, areFiltersIndexed, search }: Omit<List<Row, unknown>, 'present'>,
  alsoFound: SQL | undefined,
): PickedIds {
  const paging = pagingOf(query)
  const kindOfRow = { from: tabs.countFrom ?? rows.from, kind: tabs.countBy }
  const all = tabs.stored ? storedCounts(tabs.stored) : countRows(kindOfRow, rows.where)
  const { q } = query
  const matching = and(q ? or(matchesAny(search, q), alsoFound) : undefined, filters)
  if (query.q || areFiltersIndexed) {
    const counted = matching && kindOfRow
    return searchRows({ rows, matching: matching ?? sql`true`, tab, counted, all }, paging)
  }
  const fitting = and(rows.where, filters)
  const where = and(fitting, tab)
  const found = filters ? countRows(kindOfRow, fitting, { isLimited: true }) : sql<null>`null::text`
  const inTab = filters && tab ? countHits({ from: rows.from, where }) : sql<null>`null::integer`
  return {
    ids: pickIds({ ...rows, where }, paging),
    counts: { all, found, inTab },
    countsAlone: sql`select ${all} as all, ${found} as found, ${inTab} as "inTab"`,
  }
}

/** At most this many rows are read in order before all matches are sorted. */
const WALKED = 1000

interface Search<Row> {
  rows: ListRows<Row>
  matching: SQL
  tab: SQL | undefined
  /** Undefined without a search or filter, when nothing is counted. */
  counted: KindOfRow | undefined
  all: SQL<string | null>
}

/**
 * A page of matches with the counts of its tabs, in one statement: `hits` are the first 1,500 that the index offers; if
 * these are all, they are sorted and counted. Else `walked` are the matches among the first 1,000 rows of the list in
 * its order; if they fill the page, they are it. Else all matches are sorted; `offset 0` keeps PostgreSQL from walking
 * the whole index of the order.
 */
function searchRows<Row>({ rows, matching, tab, counted, all }: Search<Row>, paging: Paging): PickedIds {
  const { from, id, where, order } = rows
  const key = (i: number) => sql.identifier(`key_${i}`)
  const keys = commas(order.map(({ by }, i) => sql`${by} as ${key(i)}`))
  const byKeys = commas(order.map(({ way }, i) => sql`${key(i)} ${way}`))
  const end = sql.raw(String(Number(paging.offset) + Number(paging.limit)))
  const fitting = and(where, matching)
  const page = sql`order by ${byKeys} ${limitOffset(paging)}`

  // Hits outside the open tab are looked up for their count alone.
  const columns = counted
    ? sql`${counted.kind} as kind, (${tab ?? sql`true`}) as in_tab from ${counted.from} where ${fitting}`
    : sql`true as in_tab from ${from} where ${and(fitting, tab)}`
  const hits = sql`hits as materialized (select ${id} as id, ${keys}, ${columns} ${sql.raw(`limit ${COUNTED_HITS + 1}`)})`
  const isAll = sql`(select is_all from looked_at)`
  const lookedAt = sql`looked_at as materialized (
      select count(*) <= ${sql.raw(String(COUNTED_HITS))} as is_all from hits)`
  const walked = sql`walked as materialized (
      select * from (select ${id} as id, ${keys}, (${fitting}) as fits from ${from} where ${and(where, tab, not(isAll))}
        order by ${commas(orderTerms(order))} ${limitOffset({ limit: WALKED, offset: 0 })}) as beginning
      where fits order by ${byKeys} limit ${end})`
  const isFilled = sql`(select count(*) from walked) = ${end}`
  const ids = sql`
    (select id from hits where in_tab and ${isAll} ${page})
    union all
    (select id from walked where ${isFilled} ${page})
    union all
    (select id from (select ${id} as id, ${keys} from ${from} where ${and(fitting, tab)} offset 0) as matches
      where not ${isAll} and not ${isFilled} ${page})`

  const found = counted
    ? sql`(select coalesce(json_object_agg(kind, n), '{}')::text from (
        select kind, count(*) as n from hits group by kind) as kinds)`
    : sql`null::text`
  const inTab =
    counted && tab
      ? sql`(case when ${isAll} then (select count(*)::integer from hits where in_tab)
          else ${countHits({ from, where: and(fitting, tab) })} end)`
      : sql`null::integer`
  return {
    ids: sql`with ${hits}, ${lookedAt}, ${walked} select id, ${found} as found, ${inTab} as in_tab from (${ids}) as page`,
    counts: { all, found: sql`picked.found`, inTab: sql`picked.in_tab` },
    countsAlone: sql`with ${hits}, ${lookedAt} select ${all} as all, ${found} as found, ${inTab} as "inTab"`,
  }
}

interface Answers<E> {
  entity: AuditEntity
  entityName: string
  page: (call: Call<E>) => Promise<HandlerResult<E>>
  whole: (call: Call<E>) => Answer<E> | Promise<Answer<E>>
}

/** Serves a list: by pages, or whole without any parameter, which the audit trail records. */
export function serveList<E extends AnyEndpoint>(
  serve: Serve,
  change: Change,
  endpoint: E,
  { entity, entityName, page, whole }: Answers<E>,
): void {
  serve(endpoint, async (call) => {
    if (isPaged(call.query as object)) return page(call)
    const action = `${entity}.list-exported` as const
    // Nobody without an account may read a list, so the actor is one of ours.
    await change(call.actor as Actor, async (tx) => record(tx, { action, entity, entityId: '', entityName }))
    // Every list has `meta`, which the compiler cannot know of a generic endpoint.
    return { data: await whole(call) } as HandlerResult<E>
  })
}

/** Without it Excel takes UTF-8 for the letters of its own country, and no Arabic name can be read. */
const BYTE_ORDER_MARK = '\ufeff'

export type CsvColumns<Row> = readonly (readonly [title: string, value: (row: Row) => string | number])[]

interface Csv<E, Row> {
  /** The name of the file, before the day. */
  file: string
  about: Pick<AuditDraft, 'action' | 'entity' | 'entityName'>
  columns: CsvColumns<Row>
  rows: (query: Call<E>['query'], reader: Call<E>['actor']) => AsyncIterable<Row>
}

/** Serves a filtered list as a CSV file. The export is recorded before the first line is sent. */
export function serveCsv<E extends AnyEndpoint & { download: true }, Row>(
  serve: Serve,
  { change, clock }: { change: Change; clock: Clock },
  endpoint: E,
  { file, about, columns, rows }: Csv<E, Row>,
): void {
  async function* lines({ query, actor }: Pick<Call<E>, 'query' | 'actor'>) {
    yield BYTE_ORDER_MARK + csvLine(columns.map(([title]) => title))
    for await (const row of rows(query, actor)) yield csvLine(columns.map(([, value]) => value(row)))
  }
  serve(endpoint, async ({ query, actor, reply }) => {
    const name = `${file}-${clock.now().toISOString().slice(0, 10)}.csv`
    setSafeDownloadHeaders(reply, { name, contentType: 'text/csv; charset=utf-8' }, 'attachment')
    await change(actor as Actor, async (tx) =>
      record(tx, { ...about, entityId: '', after: query as Record<string, unknown> }),
    )
    return lines({ query, actor }) as HandlerResult<E>
  })
}
