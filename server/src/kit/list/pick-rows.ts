import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { BATCH_ROWS, inBatches } from '../db/batches.ts'
import { descending, type Order, type Paging, termsOf } from './paging.ts'

/** Rows that were picked by id, for the query that reads them whole: it joins `from` where `id` is theirs. */
export interface Picked {
  from: SQL
  id: SQL<string>
  order: SQL[]
  /** To be selected with each row. Text and numbers of the whole list, the same in every row. */
  meta: { kept: SQL<string | null>; found: SQL<string | null>; matching: SQL<number | null> }
}

export interface PickedMeta {
  /** How many rows the list has, as JSON by what they are counted as. */
  kept: string | null
  /** The same of what a search or a filter finds. */
  found: string | null
  /** How many of these have the chosen status. */
  matching: number | null
}

export interface Query<Row> {
  prepare(name: string): { execute(): Promise<Row[]> }
}

/** Where the rows of a list are found and how they are read. */
export interface Source<Row> {
  /** What the ids are picked from: no more tables than the filter and the order need. */
  from: SQL
  id: PgColumn
  where?: SQL | undefined
  order: Order
  rows: (picked: Picked) => Query<Row>
}

const nothing: Picked['meta'] = { kept: sql`null::text`, found: sql`null::text`, matching: sql`null::integer` }

const picked = <Row>({ order, rows }: Source<Row>, ids: SQL, meta: Picked['meta']) =>
  rows({ from: sql`(${ids}) as picked`, id: sql`picked.id`, order: termsOf(order), meta })

const commas = (parts: SQL[]) => sql.join(parts, sql`, `)

/** In the text of the query: as parameters PostgreSQL would plan a kept query for any number of rows, at each call anew. */
const pageOf = ({ limit, offset }: Pick<Paging, 'limit' | 'offset'>) =>
  sql.raw(`limit ${Number(limit)} offset ${Number(offset)}`)

/**
 * Picks ids first, by an index alone where there is one, and only then reads those rows: a page far down skips entries
 * of an index and not rows.
 */
export function pickRows<Row>(
  source: Source<Row>,
  paging: Pick<Paging, 'limit' | 'offset'>,
  meta = nothing,
): Query<Row> {
  const { from, id, where = sql`true`, order } = source
  const ids = sql`select ${id} as id from ${from} where ${where}
    order by ${commas(termsOf(order))} ${pageOf(paging)}`
  return picked(source, ids, meta)
}

/** So many rows in their order are looked at before all that a search finds are sorted. */
const WALKED = 1000

/**
 * The page of a search in an order that has an index of its own. A search that finds many most often fills a page from
 * the beginning of the order; what it finds may also all lie at the end, so that after some rows all are found and sorted:
 * `offset 0` keeps PostgreSQL from walking the whole index instead. `inList` are the conditions of the index.
 */
export function pickSearched<Row>(
  { inList = sql`true`, ...source }: Source<Row> & { inList?: SQL | undefined },
  paging: Pick<Paging, 'limit' | 'offset'>,
  meta: Picked['meta'],
): Query<Row> {
  const { from, id, where = sql`true`, order } = source
  const keyOf = (i: number) => sql.identifier(`key_${i}`)
  const keys = commas(order.map(({ by }, i) => sql`${by} as ${keyOf(i)}`))
  const byKeys = commas(order.map(({ way }, i) => sql`${keyOf(i)} ${way}`))
  const end = sql.raw(String(Number(paging.offset) + Number(paging.limit)))
  const ids = sql`with walked as materialized (
      select * from (select ${id} as id, ${keys}, (${where}) as fits from ${from} where ${inList}
        order by ${commas(termsOf(order))} ${pageOf({ limit: WALKED, offset: 0 })}) as beginning
      where fits order by ${byKeys} limit ${end})
    (select id from walked where (select count(*) from walked) = ${end} order by ${byKeys} ${pageOf(paging)})
    union all
    (select id from (select ${id} as id, ${keys} from ${from} where ${where} offset 0) as found
      where (select count(*) from walked) < ${end} order by ${byKeys} ${pageOf(paging)})`
  return picked(source, ids, meta)
}

interface Streamed<Row> extends Source<Row> {
  /** What follows a row in the order, which has no ties. */
  after: (last: Row) => SQL
}

/** The whole list as it comes, with bounded memory. */
export const streamRows = <Row>({ after, ...source }: Streamed<Row>): AsyncGenerator<Row> =>
  inBatches<Row>((last) =>
    pickRows({ ...source, where: and(source.where, last && after(last)) }, { limit: BATCH_ROWS, offset: 0 })
      .prepare('')
      .execute(),
  )

/** The usual order of a list, and what follows a row in it. */
export const newestFirst = ({ createdAt, id }: Record<'createdAt' | 'id', PgColumn>) => ({
  order: [createdAt, id].map((by) => ({ by, way: descending })),
  after: (last: { createdAt: Date; id: string }) =>
    sql`(${createdAt}, ${id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`,
})
