import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Counts, tabCounts } from '../kit/list/list-counts.ts'
import { newestFirst } from '../kit/list/pick-rows.ts'

interface Query {
  status?: string | undefined
  spam?: 'true' | 'false' | undefined
  assignee?: 'me' | undefined
  sort?: string | undefined
}

type Listed = PgTable & Record<'id' | 'status' | 'spam' | 'assigneeId' | 'createdAt' | 'deletedAt' | 'search', PgColumn>

/** Where the rows of such a list are found; deleted ones are nowhere. */
const shownIn = (table: Listed) => ({ from: sql`${table}`, id: table.id, where: isNull(table.deletedAt) })

/** What both lists have in common as pages. */
export const pagesOf = (
  list: string,
  table: Listed,
  { me, ...query }: Query & { me: string },
  statuses: readonly string[],
) => {
  const source = shownIn(table)
  return {
    ...source,
    list,
    isKept: true,
    statuses,
    usual: '-createdAt',
    // Suspected spam, and what one person has, is little and indexed by its time only.
    isSearched: query.spam === 'true' || query.assignee !== undefined,
    search: [table.search],
    countedAs: sql`case when ${table.spam} then 'spam ' else '' end || ${table.status}`,
    chosen: and(
      query.status ? eq(table.status, query.status) : undefined,
      // As a fact of the row and not a value, so that the index of suspected spam serves it.
      query.spam && (query.spam === 'true' ? sql`${table.spam}` : sql`not ${table.spam}`),
    ),
    narrowed: query.assignee && eq(table.assigneeId, me),
    tabs: (counts: Counts) => tabsOf(counts, query, statuses),
    whole: (kept: Counts) => tabsOf(kept, {}, statuses).all ?? 0,
  }
}

/** The counts of the rows that `spam` leaves, and how many of the status are suspected spam. */
function tabsOf(found: Counts, { spam, status = 'all' }: Query, statuses: readonly string[]): Counts {
  const wanted = tabCounts(found, statuses)
  const suspected = Object.fromEntries(statuses.map((status) => [status, found[`spam ${status}`] ?? 0]))
  const bad = tabCounts(suspected, statuses)
  const countOf = (name: string) => {
    if (spam === 'true') return bad[name] ?? 0
    return (wanted[name] ?? 0) + (spam === 'false' ? 0 : (bad[name] ?? 0))
  }
  const counts = Object.fromEntries(['all', ...statuses].map((name) => [name, countOf(name)]))
  return { ...counts, spam: bad[status] ?? 0 }
}

/** All of them, newest first. */
export const streamOf = (table: Listed) => ({ ...shownIn(table), ...newestFirst(table) })
