import { type ListMeta, MAX_TOTAL } from '@hikmah/contract/common'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ListCounts } from './rows.ts'

/** How many rows of a list have each status, kept exact by triggers in the transaction of each write. */
export const listCounts = pgTable(
  'list_counts',
  { list: text().notNull(), status: text().notNull(), count: bigint({ mode: 'number' }).notNull() },
  (t) => [primaryKey({ columns: [t.list, t.status] })],
)

/** How many rows there are of each kind; the kind is mostly a status. */
export type Counts = Record<string, number>

/** The kind that a row is counted as, and where it is read. */
export interface KindOfRow {
  from: SQL
  kind: SQLWrapper
}

/** Every kind of a list with its stored count, as JSON text. */
export const storedCounts = (list: string): SQL<string | null> =>
  sql<string | null>`(select json_object_agg(${listCounts.status}, ${listCounts.count}) from ${listCounts}
    where ${listCounts.list} = ${list})::text`

export const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Each of these statuses, and `all`, their sum. */
export function tabCounts(counts: Counts, statuses: readonly string[]): Counts {
  const tabs = Object.fromEntries(statuses.map((status) => [status, counts[status] ?? 0]))
  return { all: sumOf(tabs), ...tabs }
}

/** At most this many matching rows are looked at for their kinds. */
export const COUNTED_HITS = 1500

/** How many rows there are of each kind, as JSON text. */
export const countRows = (
  { from, kind }: KindOfRow,
  where: SQL = sql`true`,
  { isLimited = false } = {},
): SQL<string | null> =>
  sql<string | null>`(select coalesce(json_object_agg(kind, n), '{}') from (
    select kind, count(*) as n from (
      select ${kind} as kind from ${from} where ${where} ${sql.raw(isLimited ? `limit ${COUNTED_HITS + 1}` : '')}
    ) as fitting group by kind) as kinds)::text`

/** How many rows there are, counted to one more than the maximum shown. */
export const countHits = ({ from, where = sql`true` }: { from: SQL; where: SQL | undefined }): SQL<number> =>
  sql<number>`(select count(*)::integer from (
    select from ${from} where ${where} ${sql.raw(`limit ${MAX_TOTAL + 1}`)}) as hits)`

const parse = (counts: string | null | undefined): Counts => JSON.parse(counts ?? '{}')

/**
 * The totals of a list. Those of the whole list are exact; those of a search or a filter go as far as `MAX_TOTAL`. Where
 * it finds more rows than are looked at, a status with fewer than that is left out: there may be more.
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
  const cappedCounts = certain.filter(([, count]) => count > MAX_TOTAL).map(([name]) => name)
  const total = counts[status] ?? 0
  return {
    total: Math.min(total, MAX_TOTAL),
    ...(total > MAX_TOTAL && { isTotalCapped: true }),
    counts: Object.fromEntries(certain.map(([name, count]) => [name, Math.min(count, MAX_TOTAL)])),
    ...(cappedCounts.length > 0 && { cappedCounts }),
    whole,
  }
}
