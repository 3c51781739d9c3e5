import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { countsColumn, listMeta, matches, pagingOf, tabCounts } from '../kit/list/list.ts'

interface Query<Status extends string> {
  q?: string | undefined
  status?: Status | undefined
  spam?: 'true' | 'false' | undefined
  page?: number | undefined
  limit?: number | undefined
}

type Listed = PgTable & Record<'id' | 'status' | 'spam' | 'createdAt' | 'deletedAt' | 'search', PgColumn>

/** The rows that a list shows; deleted ones are nowhere. */
export const shownIn = (table: Listed, { q, status, spam }: Query<string>): SQL | undefined =>
  and(
    isNull(table.deletedAt),
    q ? matches(table.search, q) : undefined,
    status ? eq(table.status, status) : undefined,
    // As a fact of the row and not a value, so that the index of suspected spam serves it.
    spam && (spam === 'true' ? sql`${table.spam}` : sql`not ${table.spam}`),
  )

/** Those that follow a row, newest first. */
export const olderThan = (table: Listed, last: { createdAt: Date; id: string } | undefined) =>
  and(
    isNull(table.deletedAt),
    last && sql`(${table.createdAt}, ${table.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`,
  )

/**
 * `meta` of a page: the counts of the rows that `spam` leaves, how many are suspected spam, and the total, which is a
 * maintained count unless something is searched.
 */
export async function readMeta<Status extends string>(
  db: Db,
  list: string,
  table: Listed,
  query: Query<Status>,
  statuses: readonly Status[],
) {
  const [kept] = await rowsOf<{ counts: string | null }>(db, sql`select ${countsColumn(list)} as counts`)
  const wanted = tabCounts(kept?.counts ?? null, statuses)
  const suspected = tabCounts(
    kept?.counts ?? null,
    statuses.map((status) => `spam ${status}`),
  )
  const countOf = (status: string) => {
    const [good = 0, bad = 0] = [wanted[status], suspected[status === 'all' ? 'all' : `spam ${status}`]]
    return query.spam === 'true' ? bad : query.spam === 'false' ? good : good + bad
  }
  const counts = Object.fromEntries(['all', ...statuses].map((status) => [status, countOf(status)]))
  const total = query.q ? await db.$count(table, shownIn(table, query)) : countOf(query.status ?? 'all')
  return listMeta(pagingOf(query), total, { ...counts, spam: suspected.all ?? 0 })
}
