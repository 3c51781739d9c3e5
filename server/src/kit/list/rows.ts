import { type ListMeta, MAX_TOTAL, type PageQuery } from '@hikmah/contract/common'
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, type PgColumn, type PgTable, pgTable, pgView, primaryKey, text } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import { BATCH_ROWS, type Db, inBatches } from '../db/db.ts'

export const DEFAULT_LIMIT = 10

export const isPaged = (query: object) => Object.values(query).some((value) => value !== undefined)

export interface Paging {
  page: number
  limit: number
  offset: number
}
type Slice = Pick<Paging, 'limit' | 'offset'>

export function pagingOf(query: PageQuery): Paging {
  const { page = 1, limit = DEFAULT_LIMIT } = query
  return { page, limit, offset: (page - 1) * limit }
}

/** Each way and the one back. */
const REVERSED = {
  asc: 'desc',
  desc: 'asc',
  'asc nulls first': 'desc nulls last',
  'desc nulls last': 'asc nulls first',
} as const

export type Order = { by: SQLWrapper; way: keyof typeof REVERSED }[]

export const backward = (order: Order): Order => order.map(({ by, way }) => ({ by, way: REVERSED[way] }))

export const orderTerms = (order: Order): SQL[] => order.map(({ by, way }) => sql`${by} ${sql.raw(way)}`)

/** The columns of the field and then the id, all in one direction: no ties, and one index serves both ways. */
export function orderOf<F extends string>(fields: Record<F, SQLWrapper[]>, id: PgColumn, sort: F | `-${F}`): Order {
  const isDescending = sort.startsWith('-')
  const field = (isDescending ? sort.slice(1) : sort) as F
  return [...fields[field], id].map((by) => ({ by, way: isDescending ? 'desc' : 'asc' }))
}

/** Counts of the whole list, selected with each row: JSON by kind, or a number. */
export interface ListCounts {
  all: string | null
  found: string | null
  inTab: number | null
}

/** Picked ids for the query that reads rows in full: it joins `from` where `id` matches. */
export interface Picked {
  from: SQL
  id: SQL<string>
  order: SQL[]
  counts: { [Count in keyof ListCounts]: SQL<ListCounts[Count]> }
}

export interface Query<Row> {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Row[]> }
}

export interface ListRows<Row> {
  /** The ids come from no more tables than the filters and the order need. */
  from: SQL
  id: PgColumn
  where?: SQL | undefined
  order: Order
  select: (picked: Picked) => Query<Row>
}

/** For a list whose columns come from one table. */
export const selectPicked =
  <Columns extends Record<string, PgColumn | SQL>>(db: Db, table: PgTable & { id: PgColumn }, columns: Columns) =>
  ({ from, id, order, counts }: Picked) =>
    db
      .select({ ...columns, ...counts })
      .from(table as PgTable)
      .innerJoin(from, eq(table.id, id))
      .orderBy(...order) as unknown as Query<SelectResultFields<Columns> & ListCounts>

const noCounts: Picked['counts'] = {
  all: sql`null::text`,
  found: sql`null::text`,
  inTab: sql`null::integer`,
}

export const selectByIds = <Row>({ order, select }: ListRows<Row>, ids: SQL, counts = noCounts) =>
  select({ from: sql`(${ids}) as picked`, id: sql`picked.id`, order: orderTerms(order), counts })

export const commas = (parts: SQL[]) => sql.join(parts, sql`, `)

/** Literal: with parameters PostgreSQL would plan a prepared query again at each call. */
export const limitOffset = ({ limit, offset }: Slice) => sql.raw(`limit ${Number(limit)} offset ${Number(offset)}`)

/** Picks ids by an index and then reads those rows, so a page far down skips index entries and not rows. */
export const pickIds = ({ from, id, where = sql`true`, order }: Omit<ListRows<unknown>, 'select'>, slice: Slice) =>
  sql`select ${id} as id from ${from} where ${where} order by ${commas(orderTerms(order))} ${limitOffset(slice)}`

interface Streamed<Row, Shown> extends ListRows<Row> {
  after: (last: Row) => SQL
  present: (row: Row) => Shown
}

export async function* streamRows<Row, Shown>({ after, present, ...list }: Streamed<Row, Shown>) {
  const rows = inBatches<Row>((last) =>
    selectByIds(
      list,
      pickIds({ ...list, where: and(list.where, last && after(last)) }, { limit: BATCH_ROWS, offset: 0 }),
    )
      .prepare('')
      .execute(),
  )
  for await (const row of rows) yield present(row)
}

export const newestFirst = ({ createdAt, id }: Record<'createdAt' | 'id', PgColumn>) => ({
  order: [createdAt, id].map((by) => ({ by, way: 'desc' as const })),
  after: (last: { createdAt: Date; id: string }) =>
    sql`(${createdAt}, ${id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`,
})

const countColumns = () => ({
  list: text().notNull(),
  status: text().notNull(),
  count: bigint({ mode: 'number' }).notNull(),
})
/** Triggers add to it in the transaction of each write. */
export const listChanges = pgTable('list_changes', countColumns())
/** What was changed until it was last put together. */
export const foldedCounts = pgTable('folded_list_counts', countColumns(), (t) => [
  primaryKey({ columns: [t.list, t.status] }),
])
/** Both together: exact at any moment, also in the transaction of a write. */
export const listCounts = pgView('list_counts', countColumns()).existing()

export type Counts = Record<string, number>

export interface KindOfRow {
  from: SQL
  kind: SQLWrapper
}

/** The name is a literal: with a parameter PostgreSQL takes one list for as long as another, and plans at each call. */
export const storedCounts = (list: string): SQL<string | null> =>
  sql<string | null>`(select json_object_agg(${listCounts.status}, ${listCounts.count}) from ${listCounts}
    where ${listCounts.list} = ${sql.raw(`'${list}'`)})::text`

export const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

export function tabCounts(counts: Counts, statuses: readonly string[]): Counts {
  const tabs = Object.fromEntries(statuses.map((status) => [status, counts[status] ?? 0]))
  return { all: sumOf(tabs), ...tabs }
}

export const COUNTED_HITS = 1500

export const countRows = (
  { from, kind }: KindOfRow,
  where: SQL = sql`true`,
  { isLimited = false } = {},
): SQL<string | null> =>
  sql<string | null>`(select coalesce(json_object_agg(kind, n), '{}') from (
    select kind, count(*) as n from (
      select ${kind} as kind from ${from} where ${where} ${sql.raw(isLimited ? `limit ${COUNTED_HITS + 1}` : '')}
    ) as fitting group by kind) as kinds)::text`

/** Counts to one more than the maximum shown. */
export const countHits = ({ from, where = sql`true` }: { from: SQL; where: SQL | undefined }): SQL<number> =>
  sql<number>`(select count(*)::integer from (
    select from ${from} where ${where} ${sql.raw(`limit ${MAX_TOTAL + 1}`)}) as hits)`

const parse = (counts: string | null | undefined): Counts => JSON.parse(counts ?? '{}')

/**
 * The totals of a list: exact for the whole list, up to `MAX_TOTAL` for a search or filter. If it finds more rows than
 * are counted by kind, lower counts are left out, since there may be more.
 */
export function listTotals(
  { all, found, inTab }: ListCounts = { all: null, found: null, inTab: null },
  countTabs: (counts: Counts) => Counts,
  countAll: (counts: Counts) => number,
  status = 'all',
): Omit<ListMeta, 'page' | 'limit'> {
  const whole = countAll(parse(all))
  if (found === null) {
    const counts = countTabs(parse(all))
    return { total: counts[status] ?? 0, counts, whole }
  }

  const hits = parse(found)
  const isEveryHit = sumOf(hits) <= COUNTED_HITS
  const counts = { ...countTabs(hits), ...(inTab !== null && { [status]: inTab }) }
  const isCertain = (name: string, count: number) => isEveryHit || count > MAX_TOTAL || name === status
  const certain = Object.entries(counts).filter(([name, count]) => isCertain(name, count))
  const total = counts[status] ?? 0
  return {
    total: Math.min(total, MAX_TOTAL),
    ...(total > MAX_TOTAL && { isTotalCapped: true }),
    ...capCounts(Object.fromEntries(certain)),
    whole,
  }
}

/** As they are shown: up to `MAX_TOTAL`, and which of them are more. */
export function capCounts(counts: Counts): Pick<ListMeta, 'counts' | 'cappedCounts'> {
  const capped = Object.entries(counts).map(([name, count]) => [name, Math.min(count, MAX_TOTAL)])
  const cappedCounts = Object.keys(counts).filter((name) => counts[name]! > MAX_TOTAL)
  return { counts: Object.fromEntries(capped), ...(cappedCounts.length > 0 && { cappedCounts }) }
}
