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

export const picked = <Row>({ order, rows }: Source<Row>, ids: SQL, meta: Picked['meta']) =>
  rows({ from: sql`(${ids}) as picked`, id: sql`picked.id`, order: termsOf(order), meta })

export const commas = (parts: SQL[]) => sql.join(parts, sql`, `)

/** In the text of the query: with parameters PostgreSQL would plan a kept query again at each call. */
export const pageOf = ({ limit, offset }: Pick<Paging, 'limit' | 'offset'>) =>
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
