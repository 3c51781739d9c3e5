import { type ListMeta, MAX_TOTAL } from '@hikmah/contract/common'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Counts, sumOf } from './list-counts.ts'
import type { PickedMeta } from './pick-rows.ts'

/** At most this many matching rows are looked at for their statuses. */
export const LOOKED_AT = 1500

interface Counted {
  from: SQL
  where: SQL | undefined
  /** What a row is counted as. */
  countedAs: SQLWrapper
  isLimited?: boolean
}

/** How many rows there are of each kind, as JSON text. */
export const countRows = ({ from, where = sql`true`, countedAs, isLimited }: Counted): SQL<string | null> =>
  sql<string | null>`(select coalesce(json_object_agg(kind, n), '{}') from (
    select kind, count(*) as n from (
      select ${countedAs} as kind from ${from} where ${where} ${sql.raw(isLimited ? `limit ${LOOKED_AT + 1}` : '')}
    ) as fitting group by kind) as kinds)::text`

/** How many rows there are, counted to one more than the maximum shown. */
export const countHits = ({ from, where = sql`true` }: Pick<Counted, 'from' | 'where'>): SQL<number> =>
  sql<number>`(select count(*)::integer from (
    select from ${from} where ${where} ${sql.raw(`limit ${MAX_TOTAL + 1}`)}) as hits)`

export type Found = Pick<PickedMeta, 'kept' | 'found' | 'matching'>

const read = (counts: string | null | undefined): Counts => JSON.parse(counts ?? '{}')

/**
 * What a list says of itself. Of the whole list the counts are exact; of a search or a filter they go as far as
 * `MAX_TOTAL`. Where it finds more rows than are looked at, a status with fewer than that is left out: there may be more.
 */
export function metaOf(
  { kept, found, matching }: Found = { kept: null, found: null, matching: null },
  tabs: (counts: Counts) => Counts,
  wholeOf: (kept: Counts) => number,
  status = 'all',
): Omit<ListMeta, 'page' | 'limit'> {
  const whole = wholeOf(read(kept))
  if (found === null) {
    const counts = tabs(read(kept))
    return { total: counts[status] ?? 0, counts, whole }
  }

  const looked = read(found)
  const isEverySeen = sumOf(looked) <= LOOKED_AT
  const counts = { ...tabs(looked), ...(matching !== null && { [status]: matching }) }
  const isKnown = (name: string, count: number) => isEverySeen || count > MAX_TOTAL || name === status
  const known = Object.entries(counts).filter(([name, count]) => isKnown(name, count))
  const cappedCounts = known.filter(([, count]) => count > MAX_TOTAL).map(([name]) => name)
  const total = counts[status] ?? 0
  return {
    total: Math.min(total, MAX_TOTAL),
    ...(total > MAX_TOTAL && { isTotalCapped: true }),
    counts: Object.fromEntries(known.map(([name, count]) => [name, Math.min(count, MAX_TOTAL)])),
    ...(cappedCounts.length > 0 && { cappedCounts }),
    whole,
  }
}
