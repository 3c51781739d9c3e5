import { Id } from '@hikmah/contract/common'
import type { Parsed } from '@hikmah/contract/endpoint'
import { foldText } from '@hikmah/contract/fold-text'
import { can, type StaffRole } from '@hikmah/contract/permissions'
import { type Found, type FoundKind, foundKinds, MAX_FOUND, MAX_FOUND_OF_KIND, search } from '@hikmah/contract/search'
import { and, desc, eq, not, or, type SQL, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { House } from '../house.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import type { Serve } from '../kit/http/serve.ts'
import {
  anyPart,
  bareNumber,
  matchesAny,
  matchesBeginnings,
  respellDomain,
  type SearchSource,
} from '../kit/list/search.ts'

type Query = Parsed<typeof search.findAnything>['query']
type Row = Omit<Found, 'createdAt'> & { rank: number; ms: number }

/** Sources queried in parallel; one statement would run them in sequence. */
const AT_ONCE = 2

async function findAnything(db: Db, sources: readonly SearchSource[], { q, types }: Query, role: StaffRole) {
  const searched = sources.filter(({ type, permission }) => can(role, permission) && (!types || types.includes(type)))
  if (searched.length === 0) return []
  const limit = searched.length === 1 ? MAX_FOUND : MAX_FOUND_OF_KIND
  const parts = searched.map((source) => findIn(source, q, role, limit))
  const limited = pLimit(AT_ONCE)
  const rows = (await Promise.all(parts.map((part) => limited(() => rowsOf<Row>(db, part))))).flat()
  return best(rows).map(({ rank: _, ms, ...found }) => ({ ...found, createdAt: new Date(ms).toISOString() }))
}

const byRank = (a: Row, b: Row) => a.rank - b.rank || kindPlaces[a.type] - kindPlaces[b.type] || b.ms - a.ms

const kindPlaces = Object.fromEntries(foundKinds.map((kind, place) => [kind, place])) as Record<FoundKind, number>

/** Better ranks first, then by kind. If not all fit, the best of each kind go before the second best. */
function best(rows: Row[]): Row[] {
  const seen: Partial<Record<FoundKind, number>> = {}
  return rows
    .sort(byRank)
    .map((row) => {
      const before = seen[row.type] ?? 0
      seen[row.type] = before + 1
      return { row, before }
    })
    .sort((a, b) => a.row.rank - b.row.rank || a.before - b.before)
    .slice(0, MAX_FOUND)
    .map(({ row }) => row)
    .sort(byRank)
}

/**
 * At most this many of the newest rows are read before the index, and at most this many of its hits are sorted. Left
 * alone, PostgreSQL would walk the whole table from the newest row on where it expects many hits and finds none.
 */
const LOOKED_AT = sql.raw('1000')

/**
 * Each rank is a query of its own, and the limit around them stops before a lower rank is searched in vain: an append
 * runs its queries in sequence.
 */
function findIn(source: SearchSource, q: string, role: StaffRole, limit: number): SQL {
  const { type, table, createdAt = table.createdAt, where, title, detail, organizationId } = source
  const count = sql.raw(String(limit))
  const ranks = listRanks(source, q, role).map((isRanked, rank) => {
    const rowsOf = (from: SQL, end: SQL) => sql`select * from (
      select ${type}::text as type, ${table.id}::text as _id, ${title} as title, ${detail} as detail,
      ${organizationId ?? sql`null`}::uuid as "organizationId", (extract(epoch from ${createdAt}) * 1000)::float8 as ms,
      ${sql.raw(String(rank))} as rank from ${from} where ${and(where, isRanked)} ${end}
    ) as found order by ms desc limit ${count}`
    // PostgreSQL cannot know that few are named so: without `offset 0` it would search from the newest on.
    if (rank === 0) return sql`(${rowsOf(sql`${table}`, sql`offset 0`)})`
    const newest = sql`(select * from ${table} where ${where ?? sql`true`}
      order by ${desc(createdAt)}, ${desc(table.id)} limit ${LOOKED_AT}) as ${table}`
    return sql`(with newest as materialized (${rowsOf(newest, sql`offset 0`)})
      select * from newest where (select count(*) from newest) = ${count}
      union all
      (select * from (${rowsOf(sql`${table}`, sql`limit ${LOOKED_AT}`)}) as indexed
        where (select count(*) from newest) < ${count}))`
  })
  return sql`(select * from (${sql.join(ranks, sql` union all `)}) as ranked limit ${count})`
}

/**
 * Ranks: the exact name, the beginning of a word, any part; each without those before. A pasted id is looked up alone.
 */
function listRanks({ table, search, names, secret }: SearchSource, q: string, role: StaffRole): (SQL | undefined)[] {
  if (Id.safeParse(q).success) return [eq(table.id, q)]
  const hidden = secret && can(role, secret.permission) ? secret.search : undefined
  const isNamed = or(
    sql`${names} && ${sql.param(spellNames(q))}::text[]`,
    hidden && mayBeWhole(q) ? anyPart(hidden, ` ${foldText(q)} `) : undefined,
  )!
  const begins = or(matchesBeginnings(search, q), hidden && matchesBeginnings(hidden, q))!
  const isFound = matchesAny(hidden ? [search, hidden] : [search], q)
  return [isNamed, and(begins, not(isNamed)), and(isFound, not(begins), not(isNamed))]
}

/**
 * Only EINs and email addresses are secret and named exactly. For a mere word the index would offer each address
 * `@masjid.example`, to be read for nothing.
 */
const mayBeWhole = (q: string) => /[\d@]/.test(q)

/** As names are stored. Ten digits are a US phone number without its country. */
function spellNames(q: string): string[] {
  const bare = bareNumber(q)
  const respelled = respellDomain(q)
  return [
    foldText(q),
    ...(respelled ? [foldText(respelled)] : []),
    ...(bare ? [bare] : []),
    ...(bare && /^\d{10}$/.test(bare) ? [`1${bare}`] : []),
  ]
}

export function searchRoutes(serve: Serve, { db }: House, sources: readonly SearchSource[]) {
  serve(search.findAnything, ({ query, actor }) => findAnything(db, sources, query, actor.role))
}
