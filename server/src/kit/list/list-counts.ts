import { type SQL, sql } from 'drizzle-orm'
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** How many rows of a list have each status, kept exact by triggers in the transaction of each write. */
export const listCounts = pgTable(
  'list_counts',
  { list: text().notNull(), status: text().notNull(), count: bigint({ mode: 'number' }).notNull() },
  (t) => [primaryKey({ columns: [t.list, t.status] })],
)

export type Counts = Record<string, number>

/** Every status of a list with its count, as JSON text. */
export const countsOf = (list: string): SQL<string | null> =>
  sql<string | null>`(select json_object_agg(${listCounts.status}, ${listCounts.count}) from ${listCounts}
    where ${listCounts.list} = ${list})::text`

export const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Each of these statuses, and `all`, their sum. */
export function tabCounts(kept: Counts, statuses: readonly string[]): Counts {
  const counts = Object.fromEntries(statuses.map((status) => [status, kept[status] ?? 0]))
  return { all: sumOf(counts), ...counts }
}
