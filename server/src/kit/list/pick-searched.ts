import { and, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { countHits, LOOKED_AT } from './found-counts.ts'
import { descending, type Order, type Paging, termsOf } from './paging.ts'
import { commas, type Picked, pageOf, picked, type Query, type Source } from './pick-rows.ts'

/** At most this many rows are looked at in their order before everything that a search finds is sorted. */
const WALKED = 1000

/** Of so many hits that a copy has first, the last that a page would have is near. Far on, whole pages would be read for it. */
const NEAR = 300

/** Where the rows that a search finds are looked up. */
interface Lookup extends Pick<Source<unknown>, 'from' | 'id' | 'order'> {
  /** The rows of the list that the search and the filters find. */
  fitting: SQL
  /** Those of these that the tab shows. */
  chosen?: SQL | undefined
  /** What a row that is found is counted as, and what that is read from. Nothing is counted without a search or filter. */
  counted?: { countedAs: SQLWrapper; from: SQL } | undefined
}

interface Searched<Row> extends Omit<Source<Row>, 'where'>, Lookup {
  /** Which rows are in the list at all. */
  inList?: SQL | undefined
  /** The same rows in a copy of the list, where they are looked up instead. No column it is sorted by is null. */
  copy?: Lookup | undefined
}

/**
 * The page of a search and what it finds, looked up once: most often these are few enough to be sorted and counted as
 * they are. Of a search that finds more, a page most often fills from the beginning of the order. What it finds may also
 * all lie at the end, so that after some rows all are found and sorted: `offset 0` keeps PostgreSQL from walking the whole
 * index instead. In a copy these are sought only up to the last that the page would have of its first hits: what follows
 * cannot be on it. `counts` are the counts alone, for a page without rows.
 */
export function pickSearched<Row>(
  { inList, copy, ...list }: Searched<Row>,
  paging: Pick<Paging, 'limit' | 'offset'>,
  kept: Picked['meta']['kept'],
): { page: () => Query<Row>; counts: () => SQL } {
  const { from, id, order, fitting, chosen, counted } = copy ?? list
  const keyOf = (i: number) => sql.identifier(`key_${i}`)
  const keysOf = (sorted: Order) => commas(sorted.map(({ by }, i) => sql`${by} as ${keyOf(i)}`))
  const keys = keysOf(order)
  const byKeys = commas(order.map(({ way }, i) => sql`${keyOf(i)} ${way}`))
  const end = sql.raw(String(Number(paging.offset) + Number(paging.limit)))
  const isAll = sql`(select is_all from looked_at)`

  // What is not chosen is looked up for its count alone.
  const lookedUp = counted
    ? sql`${counted.countedAs} as kind, (${chosen ?? sql`true`}) as is_chosen from ${counted.from} where ${fitting}`
    : sql`true as is_chosen from ${from} where ${and(fitting, chosen)}`
  const hits = sql`hits as materialized (
      select ${id} as id, ${keys}, ${lookedUp} limit ${sql.raw(String(LOOKED_AT + 1))}),
    looked_at as materialized (select count(*) <= ${sql.raw(String(LOOKED_AT))} as is_all from hits)`
  const walked = sql`walked as materialized (
      select * from (select ${list.id} as id, ${keysOf(list.order)}, (${list.fitting}) as fits from ${list.from}
        where ${and(inList, list.chosen, not(isAll))}
        order by ${commas(termsOf(list.order))} ${pageOf({ limit: WALKED, offset: 0 })}) as beginning
      where fits order by ${byKeys} limit ${end})`
  const isMissed = sql`not ${isAll} and (select count(*) from walked) < ${end}`
  const sorted = (when: SQL, upTo?: SQL) => sql`
    (select id from (select ${id} as id, ${keys} from ${from} where ${and(fitting, chosen, upTo)} offset 0) as found
      where ${when} order by ${byKeys} ${pageOf(paging)})`
  const [{ by, way }] = order as [Order[0]]
  const last = sql`(select ${keyOf(0)} from last_seen)`
  const found =
    copy && way !== descending
      ? sql`${sorted(sql`${isMissed} and ${last} is not null`, sql`${by} <= ${last}`)}
      union all ${sorted(sql`${isMissed} and ${last} is null`)}`
      : sorted(isMissed)
  const page = sql`(select id from hits where is_chosen and ${isAll} order by ${byKeys} ${pageOf(paging)})
    union all
    (select id from walked where (select count(*) from walked) = ${end} order by ${byKeys} ${pageOf(paging)})
    union all ${found}`

  const kinds = counted
    ? sql`(select coalesce(json_object_agg(kind, n), '{}')::text from (
        select kind, count(*) as n from hits group by kind) as kinds)`
    : sql`null::text`
  const matching =
    counted && chosen
      ? sql`(case when ${isAll} then (select count(*)::integer from hits where is_chosen)
          else ${countHits({ from, where: and(fitting, chosen) })} end)`
      : sql`null::integer`
  const lastSeen = sql`last_seen as materialized (
      select ${keyOf(0)} from (select * from hits limit ${sql.raw(String(NEAR))}) as first_hits
      where is_chosen order by ${byKeys} limit 1 offset ${end} - 1)`
  const ids = sql`with ${hits}, ${walked}, ${lastSeen}
    select id, ${kinds} as found, ${matching} as matching from (${page}) as page`
  return {
    page: () => picked(list, ids, { kept, found: sql`picked.found`, matching: sql`picked.matching` }),
    counts: () => sql`with ${hits} select ${kept} as kept, ${kinds} as found, ${matching} as matching`,
  }
}
