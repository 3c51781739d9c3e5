import { and, not, type SQL, sql } from 'drizzle-orm'
import { COUNTED_HITS, countHits, type KindOfRow } from './counts.ts'
import {
  commas,
  type ListRows,
  limitOffset,
  orderTerms,
  type Paging,
  type Picked,
  type Query,
  selectByIds,
} from './rows.ts'

/** At most this many rows are read in their order before everything that a search finds is sorted. */
const WALKED = 1000

interface Search<Row> {
  rows: ListRows<Row>
  /** The search and the filters. */
  matching: SQL
  /** The rows of the open tab. */
  tab: SQL | undefined
  /** Nothing is counted without a search or a filter. */
  counted: KindOfRow | undefined
  /** The counts of the list without search and filters. */
  all: SQL<string | null>
}

/**
 * A page of what a search finds, and the counts of its tabs, in one statement:
 * 1. `hits`: the first 1,500 that the index offers. If these are all, they are sorted and counted as they are.
 * 2. `walked`: else the first 1,000 rows of the list in its order. If enough of these match, they are the page.
 * 3. Else all matches are sorted. `offset 0` keeps PostgreSQL from walking the whole index of the order instead.
 */
export function searchRows<Row>({ rows, matching, tab, counted, all }: Search<Row>, paging: Paging) {
  const { from, id, where, order } = rows
  const key = (i: number) => sql.identifier(`key_${i}`)
  const keys = commas(order.map(({ by }, i) => sql`${by} as ${key(i)}`))
  const byKeys = commas(order.map(({ way }, i) => sql`${key(i)} ${way}`))
  const end = sql.raw(String(Number(paging.offset) + Number(paging.limit)))
  const fitting = and(where, matching)
  const page = sql`order by ${byKeys} ${limitOffset(paging)}`

  // Hits outside the open tab are looked up for their count alone.
  const columns = counted
    ? sql`${counted.kind} as kind, (${tab ?? sql`true`}) as in_tab from ${counted.from} where ${fitting}`
    : sql`true as in_tab from ${from} where ${and(fitting, tab)}`
  const hits = sql`hits as materialized (select ${id} as id, ${keys}, ${columns} ${sql.raw(`limit ${COUNTED_HITS + 1}`)})`
  const isAll = sql`(select is_all from looked_at)`
  const lookedAt = sql`looked_at as materialized (
      select count(*) <= ${sql.raw(String(COUNTED_HITS))} as is_all from hits)`
  const walked = sql`walked as materialized (
      select * from (select ${id} as id, ${keys}, (${fitting}) as fits from ${from} where ${and(where, tab, not(isAll))}
        order by ${commas(orderTerms(order))} ${limitOffset({ limit: WALKED, offset: 0 })}) as beginning
      where fits order by ${byKeys} limit ${end})`
  const isFilled = sql`(select count(*) from walked) = ${end}`
  const ids = sql`
    (select id from hits where in_tab and ${isAll} ${page})
    union all
    (select id from walked where ${isFilled} ${page})
    union all
    (select id from (select ${id} as id, ${keys} from ${from} where ${and(fitting, tab)} offset 0) as matches
      where not ${isAll} and not ${isFilled} ${page})`

  const found = counted
    ? sql`(select coalesce(json_object_agg(kind, n), '{}')::text from (
        select kind, count(*) as n from hits group by kind) as kinds)`
    : sql`null::text`
  const inTab =
    counted && tab
      ? sql`(case when ${isAll} then (select count(*)::integer from hits where in_tab)
          else ${countHits({ from, where: and(fitting, tab) })} end)`
      : sql`null::integer`
  const picked = sql`with ${hits}, ${lookedAt}, ${walked} select id, ${found} as found, ${inTab} as in_tab from (${ids}) as page`
  const counts: Picked['counts'] = { all, found: sql`picked.found`, inTab: sql`picked.in_tab` }
  return {
    page: (): Query<Row> => selectByIds(rows, picked, counts),
    /** The counts alone, for a page without rows. */
    counts: sql`with ${hits}, ${lookedAt} select ${all} as all, ${found} as found, ${inTab} as "inTab"`,
  }
}
