import type { ListMeta, PageQuery } from '@hikmah/contract/common'
import { and, asc, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { record } from '../audit/audit.ts'
import { type Db, rowsOf } from '../db/db.ts'
import { invalid } from '../errors/refusal.ts'
import type { Tx } from '../write/tx.ts'
import { pagingOf, tabCounts } from './rows.ts'
import { matches } from './search.ts'

type Ordered = PgTable & Record<'id' | 'status' | 'place' | 'search', PgColumn>

interface Query extends PageQuery {
  q?: string | undefined
  status?: string | undefined
}

interface Which {
  statuses: readonly string[]
  where?: SQL | undefined
}

/** The rows in order: a page if requested, otherwise all of them, which are tens. */
export async function readOrdered<Row>(db: Db, table: Ordered, query: Query, { statuses, where }: Which) {
  const isFound = and(where, query.q ? matches(table.search, query.q) : undefined)
  const isShown = and(isFound, query.status ? eq(table.status, query.status) : undefined)
  const isPaged = query.page !== undefined || query.limit !== undefined
  const { page, limit, offset } = pagingOf(query)
  const all = db
    .select(getTableColumns(table))
    .from(table as PgTable)
    .where(isShown)
    .orderBy(asc(table.place), asc(table.id))
  const rows = (await (isPaged ? all.limit(limit).offset(offset) : all)) as Row[]
  const found = await rowsOf<{ status: string; n: number }>(
    db,
    sql`select ${table.status} as status, count(*)::integer as n from ${table} where ${isFound ?? sql`true`} group by 1`,
  )
  const counts = tabCounts(Object.fromEntries(found.map(({ status, n }) => [status, n])), statuses)
  const total = counts[query.status ?? 'all'] ?? 0
  const whole = query.q ? await db.$count(table as PgTable, where) : (counts.all ?? 0)
  const meta: ListMeta = {
    total,
    page,
    limit: isPaged ? limit : Math.max(total, 1),
    counts,
    whole,
  }
  return { rows, meta }
}

const PLACE_LOCK = 748_205

/** For a new row; another that is added at the same moment waits. */
export async function lastPlace(tx: Tx, table: Ordered): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PLACE_LOCK}, hashtext(${getTableName(table)}))`)
  const [row] = await rowsOf<{ place: number }>(
    tx,
    sql`select coalesce(max(${table.place}) + 1, 0) as place from ${table}`,
  )
  return row?.place ?? 0
}

export interface Place {
  _id: string
  order: number
}

const FIELD = 'sortedList'

/** Saves an order, which must name each row once with its own place; anything else is refused. */
export async function saveOrder(
  tx: Tx,
  entity: 'application' | 'integration',
  table: Ordered,
  sortedList: Place[],
  where: SQL,
): Promise<void> {
  const rows = (await tx
    .select({ id: table.id, place: table.place })
    .from(table as PgTable)
    .where(where)
    // Ordered by id, so that two who sort at once cannot deadlock.
    .orderBy(asc(table.id))
    .for('update')) as { id: string; place: number }[]
  const currentPlaces = new Map(rows.map((row) => [row.id, row.place]))
  const sent = sortedList.map(({ _id: id, order: place }) => ({ id, place }))
  const ids = new Set<string>()
  const places = new Set<number>()
  sent.forEach(({ id, place }, i) => {
    if (!currentPlaces.has(id)) throw invalid(`${FIELD}.${i}._id`, 'This is not in the list')
    if (ids.has(id)) throw invalid(`${FIELD}.${i}._id`, 'This is in the list twice')
    if (places.has(place)) throw invalid(`${FIELD}.${i}.order`, 'Another row has this place')
    ids.add(id)
    places.add(place)
  })
  if (ids.size !== currentPlaces.size) throw invalid(FIELD, 'The list has changed in the meantime. Send all of it.')
  const values = sql.join(
    sent.map(({ id, place }) => sql`(${id}::uuid, ${place}::integer)`),
    sql`, `,
  )
  if (sent.length > 0) {
    await tx.execute(
      sql`update ${table} set place = sent.place from (values ${values}) as sent (id, place) where ${table.id} = sent.id`,
    )
  }
  record(tx, {
    action: `${entity}.list-sorted`,
    entity,
    entityId: '',
    entityName: `All ${entity}s`,
    before: { order: rows.toSorted((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1)).map(({ id }) => id) },
    after: { order: sent.toSorted((a, b) => a.place - b.place).map(({ id }) => id) },
  })
}
