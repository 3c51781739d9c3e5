import type { AuditEntity } from '@hikmah/contract/audit'
import { type ListMeta, MAX_TOTAL, type PageQuery } from '@hikmah/contract/common'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { and, getTableName, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { record } from '../audit/audit.ts'
import type { Actor } from '../auth/actor.ts'
import { type Db, kept, rowsOf } from '../db/db.ts'
import { csvLine } from '../files/csv.ts'
import { setSafeDownloadHeaders } from '../files/files.ts'
import type { Answer, Call, HandlerResult, Serve } from '../http/serve.ts'
import type { Clock } from '../process/clock.ts'
import type { AuditDraft, Change } from '../write/tx.ts'
import {
  backward,
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
import { matches, matchesAny } from './search.ts'

interface ListQuery extends PageQuery {
  q?: string | undefined
  status?: string | undefined
  sort?: string | undefined
}

/** A list as a query describes it, which `readPage` turns into one statement. */
interface List<Row, Shown> {
  rows: ListRows<Row>
  /** The one whose rows these are, such as an organization, by the column that names it. */
  ownedBy?: { column: PgColumn; id: string } | undefined
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
  /** `q` also finds the rows of what they belong to. */
  owner?: { table: PgTable & { id: PgColumn }; search: SQLWrapper; reference: PgColumn }
  /** What `q` finds besides, by an index: the condition must allow a bitmap beside those of the columns. */
  alsoFinds?: ((q: string) => Promise<SQL | undefined>) | undefined
  /** The sort whose first page stays prepared (0.3 ms, not 1.4). Omit it if rows depend on the time or the reader. */
  preparedSort?: string | undefined
}

type Prepared<Row> = ReturnType<Query<Row>['prepare']>
const firstPages = new WeakMap<Db, Map<string, Prepared<unknown>>>()

/** First pages are asked so often that even building their statement counts. The name needs one plan for all its values. */
function keep<Row>(db: Db, name: string, build: () => Query<Row>): Prepared<Row> {
  const pages = firstPages.get(db) ?? new Map<string, Prepared<unknown>>()
  firstPages.set(db, pages)
  const page = (pages.get(name) as Prepared<Row> | undefined) ?? build().prepare(name)
  pages.set(name, page)
  return page
}

/** A page of a list with the counts of its tabs and its total. */
export async function readPage<Row extends ListCounts, Shown>(
  db: Db,
  query: ListQuery,
  list: List<Row, Shown>,
): Promise<{ data: Shown[]; meta: ListMeta }> {
  const { tabs, tab, filters, search, ownedBy } = list
  const ownRows = (id: unknown) =>
    ownedBy ? { ...list.rows, where: and(list.rows.where, sql`${ownedBy.column} = ${id}`) } : list.rows
  const rows = ownRows(ownedBy?.id)
  const paging = pagingOf(query)
  const { page, limit } = paging
  const { statuses, stored, count = (counts) => tabCounts(counts, statuses) } = tabs
  const { countAll = (counts) => count(counts).all ?? 0 } = tabs
  const kindOfRow = { from: tabs.countFrom ?? rows.from, kind: tabs.countBy }
  const countAllOf = ({ where }: ListRows<Row>) => (stored ? storedCounts(stored) : countRows(kindOfRow, where))
  const all = countAllOf(rows)
  const totals = (counts: ListCounts | undefined) => listTotals(counts, count, countAll, query.status)
  const answer = (read: Row[], counts: ListCounts | undefined) => ({
    data: read.map((row) => list.present(row)),
    meta: { page, limit, ...totals(counts) },
  })

  const { q } = query
  if (q || list.areFiltersIndexed) {
    const own = q ? or(matchesAny(search, q), await list.alsoFinds?.(q)) : undefined
    const owned = q && list.owner ? throughOwner(list.owner, q) : undefined
    const ways = [{ from: kindOfRow.from, where: own }, ...(owned ? [owned.way(kindOfRow.from)] : [])]
    const matching = and(or(own, owned?.holds), filters)
    const counted = matching && kindOfRow
    const { ids, counts } = await searchRows(db, { rows, ways, matching, filters, tab, counted, all }, paging)
    return answer(await readByIds(rows, ids), counts)
  }

  const inTab = (rows: ListRows<Row>) => ({ ...rows, where: and(rows.where, filters, tab) })
  const countsOf = (rows: ListRows<Row>): Picked['counts'] => ({
    all: countAllOf(rows),
    found: filters ? countRows(kindOfRow, and(rows.where, filters), { isLimited: true }) : sql<null>`null::text`,
    inTab: filters && tab ? countHits(inTab(rows)) : sql<null>`null::integer`,
  })
  const columns = () => {
    const counts = countsOf(rows)
    return sql`${counts.all} as all, ${counts.found} as found, ${counts.inTab} as "inTab"`
  }
  const countAlone = async () => (await rowsOf<ListCounts>(db, sql`select ${columns()}`))[0]

  if (page > 1 || limit !== DEFAULT_LIMIT) {
    const known = page > FAR && !filters ? await countAlone() : undefined
    const total = known && totals(known).total
    if (total !== undefined && paging.offset >= total) return answer([], known)
    const near = nearerEnd(inTab(rows), paging, total)
    const picked = await rowsOf<ListCounts & { id: string }>(db, sql`select id, ${columns()} from (${near}) as picked`)
    const read = await readByIds(
      rows,
      picked.map(({ id }) => id),
    )
    return answer(read, picked[0] ?? known ?? (await countAlone()))
  }
  const inOneStatement = (rows: ListRows<Row>) => selectByIds(rows, pickIds(inTab(rows), paging), countsOf(rows))
  const isPrepared =
    list.preparedSort !== undefined && (query.sort ?? list.preparedSort) === list.preparedSort && !filters
  // The page and its length are literals, and the other parameters, such as the status, a handful of words.
  const { page: _page, limit: _limit, sort: _sort, ...rest } = query
  const name = [
    stored ?? `of ${ownedBy && getTableName(ownedBy.column.table)}`,
    ...Object.values(rest).filter(Boolean),
  ].join(' ')
  const read = await (isPrepared
    ? keep(db, name, () => inOneStatement(ownRows(sql.placeholder('owner')))).execute({ owner: ownedBy?.id })
    : kept(inOneStatement(rows)))
  return answer(read, read[0] ?? (await countAlone()))
}

/** From this page on the total is read first, to pick a page of the second half from the end. */
const FAR = 100

/** The ids of a page, picked from the end of the list that is nearer: the entries before them are all read. */
function nearerEnd<Row>(rows: ListRows<Row>, { offset, limit }: Paging, total: number | undefined) {
  if (total === undefined || offset < total / 2) return pickIds(rows, { offset, limit })
  const fromEnd = { offset: Math.max(0, total - offset - limit), limit: Math.min(limit, total - offset) }
  return pickIds({ ...rows, order: backward(rows.order) }, fromEnd)
}

/**
 * The rows of a page in full, by a statement that stays planned. `unnest` of a subquery counts as ten rows; of the
 * value itself PostgreSQL would see fewer and plan anew for each page.
 */
async function readByIds<Row>(rows: ListRows<Row>, ids: string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  return kept(
    selectByIds(rows, sql`select unnest((select ${sql.param(ids)}::${sql.raw(rows.id.getSQLType())}[])) as id`),
  )
}

/** At most this many rows are read in order before all matches are sorted. */
const WALKED = 1000

/**
 * One way to what a search finds, and another: as an `or` of both PostgreSQL would read every row. Of a row that is at
 * hand `holds` tells by looking its owner up; a subquery of all that are named so would be read whole.
 */
function throughOwner({ table, search, reference }: NonNullable<List<unknown, unknown>['owner']>, q: string) {
  const isNamed = matches(search, q)
  return {
    way: (from: SQL): Way => ({
      from: sql`(select ${table.id} as owner_id from ${table} where ${isNamed}) as named join ${from} on ${reference} = owner_id`,
      where: undefined,
    }),
    holds: sql`coalesce((select ${isNamed} from ${table} where ${table.id} = ${reference}), false)`,
  }
}

interface Way {
  from: SQL
  where: SQL | undefined
}

interface Search<Row> {
  rows: ListRows<Row>
  /** Together they find what is searched, each by its own index. */
  ways: Way[]
  /** What each row that is found fulfils. */
  matching: SQL | undefined
  filters: SQL | undefined
  tab: SQL | undefined
  /** Undefined without a search or filter, when nothing is counted. */
  counted: KindOfRow | undefined
  all: SQL<string | null>
}

/**
 * A page of matches with the counts of its tabs. Most searches find few rows: the first 1,500 that the index offers are
 * sorted and counted in one statement. If there are more, the matches among the first 1,000 rows of the list in its
 * order are the page, if they fill it. Else all matches are sorted; `offset 0` keeps PostgreSQL from walking the whole
 * index of the order.
 */
async function searchRows<Row>(
  db: Db,
  { rows, ways, matching, filters, tab, counted, all }: Search<Row>,
  paging: Paging,
) {
  const { from, id, where, order } = rows
  const key = (i: number) => sql.identifier(`key_${i}`)
  const keys = commas(order.map(({ by }, i) => sql`${by} as ${key(i)}`))
  const byKeys = commas(order.map(({ way }, i) => sql`${key(i)} ${sql.raw(way)}`))
  const end = Number(paging.offset) + Number(paging.limit)
  const page = sql`order by ${byKeys} ${limitOffset(paging)}`

  const find = (columns: SQL, within: SQL | undefined, end: SQL) =>
    sql.join(
      ways.map(
        (way) =>
          sql`(select ${columns} from ${way.from} where ${and(sql`true`, where, way.where, filters, within)} ${end})`,
      ),
      sql` union `,
    )
  const limit = (rows: number) => sql.raw(`limit ${rows}`)

  // Hits outside the open tab are looked up for their count alone.
  const kind = counted ? sql`${counted.kind} as kind, (${tab ?? sql`true`}) as in_tab` : sql`true as in_tab`
  const columns = sql`${id} as id, ${keys}, ${kind}`
  const found = counted
    ? sql`(select coalesce(json_object_agg(kind, n), '{}')::text from (
        select kind, count(*) as n from hits group by kind) as kinds)`
    : sql`null::text`
  const isAll = sql`(select count(*) <= ${sql.raw(String(COUNTED_HITS))} from hits)`
  const [hits] = await rowsOf<ListCounts & { ids: string[]; isAll: boolean }>(
    db,
    sql`with hits as materialized (${find(columns, counted ? undefined : tab, limit(COUNTED_HITS + 1))})
      select ${all} as all, ${found} as found, ${isAll} as "isAll",
        ${counted && tab ? sql`(select count(*)::integer from hits where in_tab)` : sql`null::integer`} as "inTab",
        array(select id from hits where in_tab and ${isAll} ${page}) as ids`,
  )
  const { ids, isAll: isEveryHit, ...counts } = hits!
  if (isEveryHit) return { ids, counts }

  const tabHits = sql`(select count(*)::integer from (${find(sql`${id}`, tab, limit(MAX_TOTAL + 1))}) as hits)`
  const [walked] = await rowsOf<{ ids: string[]; inTab: number | null }>(
    db,
    sql`select ${counted && tab ? tabHits : sql`null::integer`} as "inTab", array(
      select id from (select ${id} as id, ${keys}, (${matching ?? sql`true`}) as fits from ${from} where ${and(sql`true`, where, tab)}
        order by ${commas(orderTerms(order))} ${limitOffset({ limit: WALKED, offset: 0 })}) as beginning
      where fits order by ${byKeys} ${limit(end)}) as ids`,
  )
  const { inTab } = walked!
  if (walked!.ids.length === end) return { ids: walked!.ids.slice(paging.offset), counts: { ...counts, inTab } }

  const sorted = await rowsOf<{ id: string }>(
    db,
    sql`select id from (${find(sql`${id} as id, ${keys}`, tab, sql`offset 0`)}) as matches ${page}`,
  )
  return { ids: sorted.map((row) => row.id), counts: { ...counts, inTab } }
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
