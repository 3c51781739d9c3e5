import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { BATCH_ROWS, inBatches } from '../db/batches.ts'

/** Rows that were picked by id, for the query that reads them whole: it joins `from` where `id` is theirs. */
export interface Picked {
  from: SQL
  id: SQL<string>
  order: SQL[]
  /** To be selected with each row. Text and numbers of the whole list, the same in every row. */
  meta: { counts: SQL<string | null>; matching: SQL<number | null> }
}

export interface PickedMeta {
  counts: string | null
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
  order: SQL[]
  rows: (picked: Picked) => Query<Row>
}

const nothing: Picked['meta'] = { counts: sql`null::text`, matching: sql`null::integer` }

/**
 * Picks ids first, by an index alone where there is one, and only then reads those rows: a page far down skips entries
 * of an index and not rows.
 */
export function pick<Row>(source: Source<Row>, bounds: SQL, meta = nothing, columns = sql``): Query<Row> {
  const { from, id, where, order, rows } = source
  const orderBy = sql.join(order, sql`, `)
  const ids = sql`select ${id} as id${columns} from ${from} where ${where ?? sql`true`} order by ${orderBy} ${bounds}`
  return rows({ from: sql`(${ids}) as picked`, id: sql`picked.id`, order, meta })
}

interface Streamed<Row> extends Source<Row> {
  /** What follows a row in the order, which has no ties. */
  after: (last: Row) => SQL
}

/** The whole list as it comes, with bounded memory. */
export const streamRows = <Row>({ after, ...source }: Streamed<Row>): AsyncGenerator<Row> =>
  inBatches<Row>((last) =>
    pick({ ...source, where: and(source.where, last && after(last)) }, sql`limit ${BATCH_ROWS}`)
      .prepare('')
      .execute(),
  )

/** The usual order of a list, and what follows a row in it. */
export const newestFirst = ({ createdAt, id }: Record<'createdAt' | 'id', PgColumn>) => ({
  order: [desc(createdAt), desc(id)],
  after: (last: { createdAt: Date; id: string }) =>
    sql`(${createdAt}, ${id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`,
})
