import type { ListMeta } from '@hikmah/contract/common'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { bigint, type PgColumn, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { type Db, rowsOf } from '../db/db.ts'

/** How many rows of a list have each status, kept exact by triggers in the transaction of each write. */
export const listCounts = pgTable(
  'list_counts',
  { list: text().notNull(), status: text().notNull(), count: bigint({ mode: 'number' }).notNull() },
  (t) => [primaryKey({ columns: [t.list, t.status] })],
)

/** `%` and `_` in a search mean themselves. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`)

/**
 * A search that the trigram index serves: any part of the text from three characters on; one or two characters match
 * the beginning of a word. The column holds lower-case text with a space in front.
 */
export const patternOf = (q: string): string => {
  const text = escapeLike(q.toLowerCase())
  return [...q].length < 3 ? `% ${text}%` : `%${text}%`
}

export const matches = (column: SQL | { getSQL(): SQL }, q: string): SQL => sql`${column} like ${patternOf(q)}`

export interface Paging {
  page: number
  limit: number
  offset: number
}

export function pagingOf(query: { page?: number | undefined; limit?: number | undefined }): Paging {
  const { page = 1, limit = 10 } = query
  return { page, limit, offset: (page - 1) * limit }
}

/** A list asked for without any parameter is answered whole. */
export const isWholeListRequest = (query: object) => Object.values(query).every((value) => value === undefined)

export const listMeta = (paging: Paging, total: number, counts: Record<string, number>): ListMeta => ({
  total,
  page: paging.page,
  limit: paging.limit,
  counts,
})

/**
 * Every status of a list with its count, as a column of JSON text, so that a page and its counts are one query. It stands
 * in each row, so it is text: read it once.
 */
export const countsColumn = (list: string) =>
  sql<
    string | null
  >`(select json_object_agg(${listCounts.status}, ${listCounts.count}) from ${listCounts} where ${listCounts.list} = ${sql.raw(`'${list}'`)})::text`

/** Counts for the tabs: each of these statuses, and `all`, their sum. */
export function tabCounts(counted: string | null, statuses: readonly string[]): Record<string, number> {
  const known = JSON.parse(counted ?? '{}') as Record<string, number>
  const counts = Object.fromEntries(statuses.map((status) => [status, known[status] ?? 0]))
  return { all: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts }
}

export async function readCounts(db: Db, list: string, statuses: readonly string[]): Promise<Record<string, number>> {
  const [row] = await rowsOf<{ counts: string | null }>(db, sql`select ${countsColumn(list)} as counts`)
  return tabCounts(row?.counts ?? null, statuses)
}

/**
 * The order of a list: the columns of the field and then the id, all in one direction, so that it has no ties and one
 * index serves it both ways.
 */
export function orderOf<F extends string>(fields: Record<F, PgColumn[]>, id: PgColumn, sort: F | `-${F}`): SQL[] {
  const isDescending = sort.startsWith('-')
  // The type of `sort` leaves nothing else.
  const field = (isDescending ? sort.slice(1) : sort) as F
  return [...fields[field], id].map((column) => (isDescending ? desc(column) : asc(column)))
}
