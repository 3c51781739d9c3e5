import { Ein, Id } from '@hikmah/contract/common'
import type { Parsed } from '@hikmah/contract/endpoint'
import { foldText } from '@hikmah/contract/fold-text'
import { can, type StaffRole } from '@hikmah/contract/permissions'
import { type Found, type FoundKind, foundKinds, MAX_FOUND, MAX_FOUND_OF_KIND, search } from '@hikmah/contract/search'
import { and, desc, eq, not, or, SQL, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { House } from '../house.ts'
import { asText, builtForAnyColumn, type Db, keptRowsOf } from '../kit/db/db.ts'
import type { Serve } from '../kit/http/serve.ts'
import {
  anyPart,
  bareNumber,
  isOfDigits,
  matches,
  matchesBeginnings,
  respellDomain,
  type SearchSource,
} from '../kit/list/search.ts'

type Query = Parsed<typeof search.findAnything>['query']
type Row = Omit<Found, 'createdAt'> & { rank: number; ms: number }

/** Sources queried in parallel; one statement would run them in sequence. */
const AT_ONCE = 2

/**
 * What is named so comes from the indexes of names, of all sources in one statement. The sources that it fills are not
 * searched.
 */
async function findAnything(db: Db, sources: readonly SearchSource[], { q, types }: Query, role: StaffRole) {
  const searched = sources.filter(({ type, permission }) => can(role, permission) && (!types || types.includes(type)))
  if (searched.length === 0) return []
  const limit = searched.length === 1 ? MAX_FOUND : MAX_FOUND_OF_KIND
  const named = searched.map((source) => sql`(${rowsNamed(source, q, role, limit)})`)
  const rows = (await keptRowsOf<Row>(db, sql.join(named, sql` union all `))).map((row) => withMatch(row, q))
  if (!isNumberOrAddress(q) || rows.length === 0) {
    const isFilled = ({ type }: SearchSource) => rows.filter((row) => row.type === type).length >= limit
    const limited = pLimit(AT_ONCE)
    const conditions = {
      begins: builtForAnyColumn((column) => unseen(matchesBeginnings(column, q))),
      isFound: builtForAnyColumn((column) => unseen(matches(column, q))),
    }
    const parts = searched
      .filter((source) => !isFilled(source))
      .map((source) => limited(() => findIn(db, source, conditions, secretSearch(source, role, q), limit)))
    const isKnown = new Set(rows.map(({ type, _id }) => `${type} ${_id}`))
    rows.push(...(await Promise.all(parts)).flat().filter(({ type, _id }) => !isKnown.has(`${type} ${_id}`)))
  }
  return best(rows).map(({ rank: _, ms, ...found }) => ({ ...found, createdAt: new Date(ms).toISOString() }))
}

/** An EIN, an email address or an id is nobody else's: what has it is all that is looked for. */
const isNumberOrAddress = (q: string) =>
  /^\d{2}-?\d{7}$|^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(q.trim()) || Id.safeParse(q).success

/** With the EIN or email address that was typed whole, where its line does not show what it was found by. */
function withMatch(row: Row, q: string): Row {
  const ein = Ein.safeParse(q)
  const hasEin = row.type === 'organization' || row.type === 'taxReview'
  const match = ein.success ? hasEin && `EIN ${ein.data}` : isNumberOrAddress(q) && q.includes('@') && q.trim()
  if (!match || row.detail.toLowerCase().includes(match.toLowerCase())) return row
  return { ...row, detail: [row.detail, `\u2068${match}\u2069`].filter(Boolean).join(', ') }
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

/** At most this many hits of an index are sorted. */
const HITS = sql.raw('1000')
/**
 * So many of the newest rows are read before the index, which would list every row of a common word: what a fortieth of
 * them has fills the answer. Left alone, PostgreSQL would walk the whole table from the newest row on where it expects
 * many hits and finds none.
 */
const NEWEST = sql.raw('200')

/** Building a statement takes longer than running it, so what is the same for each word is built once a source. */
function builtOnce(build: (source: SearchSource) => SQL) {
  const built = new WeakMap<SearchSource, SQL>()
  return (source: SearchSource): SQL => {
    const part = built.get(source) ?? asText(build(source))
    built.set(source, part)
    return part
  }
}

const searchOf = builtOnce(({ search }) => sql`${search}`)
const secretOf = builtOnce(({ secret }) => sql`${secret?.search}`)
const newestOf = builtOnce(
  ({ table, createdAt = table.createdAt, where }) =>
    sql`(select * from ${table} where ${where ?? sql`true`} order by ${desc(createdAt)}, ${desc(table.id)} limit ${NEWEST}) as ${table}`,
)
const columnsOf = builtOnce(
  ({ type, table, createdAt = table.createdAt, title, detail, status, organizationId }) =>
    sql`${sql.raw(`'${type}'`)}::text as type, ${table.id}::text as _id, ${title} as title, ${detail} as detail,
    ${status ?? sql`null`}::text as status,
    ${organizationId ?? sql`null`}::uuid as "organizationId", (extract(epoch from ${createdAt}) * 1000)::float8 as ms`,
)
const selectFound = (source: SearchSource, rank: number) =>
  sql`select ${columnsOf(source)}, ${sql.raw(String(rank))} as rank`

/** A pasted id is looked up alone. PostgreSQL cannot know that few are named so: without `offset 0` it would search from the newest on. */
function rowsNamed(source: SearchSource, q: string, role: StaffRole, limit: number): SQL {
  const { table, where, names, secret } = source
  // For a mere word the index would offer each address `@masjid.example`, to be read for nothing.
  const hidden = secret?.isNumber || q.includes('@') ? secretSearch(source, role, q) : undefined
  const isNamed = Id.safeParse(q).success
    ? eq(table.id, q)
    : or(
        sql`${names} && (select ${sql.param(spellNames(q))}::text[])`,
        hidden ? unseen(anyPart(hidden, ` ${foldText(q)} `)) : undefined,
      )
  return sql`select * from (${selectFound(source, 0)} from ${table} where ${and(where, isNamed)} offset 0) as found
    order by ms desc limit ${sql.raw(String(limit))}`
}

/** The rank of the beginning of a word, and that of any part, which is searched for what the first left. */
async function findIn(
  db: Db,
  source: SearchSource,
  { begins, isFound }: Record<'begins' | 'isFound', (column: SQL) => SQL>,
  secret: SQL | undefined,
  limit: number,
): Promise<Row[]> {
  const columns = [searchOf(source), ...(secret ? [secret] : [])]
  const isFirst = or(...columns.map(begins))!
  const ranks = [isFirst, and(or(...columns.map(isFound)), not(isFirst))].map((isRanked, i) =>
    rowsRanked(source, isRanked, i + 1, limit),
  )
  const count = sql.raw(String(limit))
  return keptRowsOf<Row>(db, sql`select * from (${sql.join(ranks, sql` union all `)}) as ranked limit ${count}`)
}

/** An append runs its queries in sequence, and the limit around it stops before a lower rank is searched in vain. */
function rowsRanked(source: SearchSource, isRanked: SQL | undefined, rank: number, limit: number): SQL {
  const { table, where, isFew } = source
  const count = sql.raw(String(limit))
  const found = selectFound(source, rank)
  const hits = sql`select * from (${found} from ${table} where ${and(where, isRanked)} limit ${HITS}) as indexed`
  if (isFew) return sql`(${hits} order by ms desc limit ${count})`
  return sql`(with newest as materialized (${found} from ${newestOf(source)} where ${isRanked} limit ${count})
    select * from newest where (select count(*) from newest) = ${count}
    union all
    (${hits} where (select count(*) from newest) < ${count} order by ms desc limit ${count}))`
}

/** Secret are numbers, among which no word is looked for, and email addresses, which have no spaces. */
function secretSearch(source: SearchSource, role: StaffRole, q: string): SQL | undefined {
  const { secret } = source
  const isAsked = secret?.isNumber ? isOfDigits(q) : /^\S+$/.test(q.trim())
  return secret && isAsked && can(role, secret.permission) ? secretOf(source) : undefined
}

/**
 * The condition with its values in subqueries, which PostgreSQL does not look into when it plans: one plan serves every
 * word. A value it sees makes it plan anew for each, which takes longer than the search.
 */
const unseen = ({ queryChunks }: SQL): SQL =>
  sql.join(
    queryChunks.map((chunk) =>
      typeof chunk === 'string' ? sql`(select ${chunk}::text)` : chunk instanceof SQL ? unseen(chunk) : chunk,
    ),
  )

/** As names are stored. Ten digits are a US phone number without its country. */
function spellNames(q: string): string[] {
  const bare = bareNumber(q)
  const respelled = respellDomain(q)
  return [
    foldText(q).trim(),
    ...(respelled ? [foldText(respelled)] : []),
    ...(bare ? [bare] : []),
    ...(bare && /^\d{10}$/.test(bare) ? [`1${bare}`] : []),
  ].filter(Boolean)
}

export function searchRoutes(serve: Serve, { db }: House, sources: readonly SearchSource[]) {
  serve(search.findAnything, ({ query, actor }) => findAnything(db, sources, query, actor.role))
}
