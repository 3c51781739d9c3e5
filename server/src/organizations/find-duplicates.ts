import { ALIKE, isSameCity, nameSimilarity } from '@hikmah/contract/irs-registry/compare-names'
import { foldName, isCommonWord, nameWritings, stateWords } from '@hikmah/contract/irs-registry/fold-name'
import type { Duplicate, Duplicates, DuplicatesQuery } from '@hikmah/contract/organizations/schemas'
import { duplicateSigns } from '@hikmah/contract/organizations/words'
import { normalPhone } from '@hikmah/contract/phone'
import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { House, Reads } from '../house.ts'
import { readEvidence } from '../irs-registry/queries.ts'
import type { Db } from '../kit/db/db.ts'
import { job } from '../kit/jobs/jobs.ts'
import { cityWord, matchWordsOf } from './queries.ts'
import { organizationNames, organizations } from './table.ts'

/** More would help nobody. */
const SHOWN = 5
/** Reads at most this many with the words of the name, and compares those with the fewest words. */
const LOOKED_AT = 2000
const COMPARED = 100
/** Hosts where everybody may have a page do not identify anybody. */
const SHARED_HOSTS = [
  'facebook.com',
  'm.facebook.com',
  'instagram.com',
  'youtube.com',
  'twitter.com',
  'x.com',
  'linktr.ee',
  'sites.google.com',
]

const { id, name, shortName, status, city, state } = organizations
type Sign = Duplicate['same'][number]
type Row = Pick<typeof organizations.$inferSelect, 'id' | 'name' | 'shortName' | 'status' | 'city' | 'state'> &
  Record<Exclude<Sign, 'name'>, boolean>

/** Organizations that may be the same, with the most signs first. Who may not see EINs may not try them out. */
export async function findDuplicates(
  { db }: Pick<Reads, 'db'>,
  query: DuplicatesQuery,
  { maskEin }: { maskEin: boolean },
): Promise<Duplicates> {
  const wantedEin = !maskEin && /^\d{2}-\d{7}$/.test(query.ein ?? '') ? query.ein! : ''
  const number = normalPhone(query.phone ?? '')
  const nothing = sql<boolean>`false`
  const ein = wantedEin === '' ? nothing : sql<boolean>`(ein = ${wantedEin} and ein <> '')`
  const phone = number ? sql<boolean>`${organizationNames} && array[${number.slice(1)}]` : nothing
  const website = query.webLink ? sameHost(query.webLink) : nothing
  const isOther = query.except ? ne(id, query.except) : undefined
  const names = nameWritings(query.orgName ?? '')
  const words = names.map((orgName) => tellingWords({ ...query, orgName })).filter((each) => each.length > 0)
  const picks = [
    ...[ein, phone, website].filter((where) => where !== nothing).map((where) => pickNewest(and(where, isOther))),
    ...words.map((each) => pickNearest(and(hasWords(each), isOther))),
  ]
  const rows = picks.length === 0 ? [] : await readRows(db, picks, { ein, phone, website })

  const isAlike = likenessTo(query)
  const named = new Set(rows.filter(isAlike))
  const has = (row: Row, sign: Sign) => (sign === 'name' ? named.has(row) : row[sign])
  const shown = new Set(duplicateSigns.flatMap((sign) => rows.filter((row) => has(row, sign)).slice(0, SHOWN)))
  const each = rows.filter((row) => shown.has(row))
  const organizationsFound = each
    .map((row) =>
      present(
        row,
        duplicateSigns.filter((sign) => has(row, sign)),
      ),
    )
    .sort((a, b) => b.same.length - a.same.length)
  const isShared = each.some((row) => row.ein)
  return { organizations: organizationsFound, groupExemption: isShared ? await findGroup(db, wantedEin) : null }
}

/** Without `offset 0` PostgreSQL would walk all rows from the newest on, and most often find none. */
const pickNewest = (where: SQL | undefined) =>
  sql`(select id from (select ${id} as id from ${organizations} where ${where} offset 0) as fitting
    order by id desc limit ${SHOWN})`

/** All have the words of the name: the fewer others, the nearer. */
const pickNearest = (where: SQL | undefined) =>
  sql`(select id from (select ${id} as id, cardinality(match_words) as words from ${organizations} where ${where}
    limit ${LOOKED_AT}) as fitting order by words, id desc limit ${COMPARED})`

const readRows = (db: Db, picks: SQL[], signs: Record<Exclude<Sign, 'name'>, SQL<boolean>>): Promise<Row[]> =>
  db
    .select({ id, name, shortName, status, city, state, ...signs })
    .from(organizations)
    .where(sql`${id} in (${sql.join(picks, sql` union `)})`)
    .orderBy(desc(id))

const sameHost = (webLink: string) =>
  sql<boolean>`(website <> '' and web_host(website) = web_host(${webLink}) and web_host(${webLink}) <> all (${textArray(SHARED_HOSTS)}))`

const hasWords = (words: string[]) => sql`match_words @> ${textArray(words)}`

const textArray = (texts: string[]) =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`

/** The words that an organization of nearly the same name must have: those that tell it apart, and the city. */
function tellingWords({ orgName = '', city: ofCity = '', state: ofState = '' }: DuplicatesQuery): string[] {
  const words = foldName(orgName)
  const ofPlace = new Set([...foldName(ofCity), ...foldName(ofState), ...stateWords(ofState)])
  const telling = words.filter((word) => !isCommonWord(word) && !ofPlace.has(word))
  return words.length === 0 ? [] : [...(telling.length > 0 ? telling : words), ...cityWord(ofCity)]
}

/** An unknown city or state counts as equal. */
const likenessTo =
  ({ orgName = '', city: ofCity, state: ofState }: DuplicatesQuery) =>
  (row: Row): boolean => {
    const place = { city: ofCity || row.city, state: ofState || row.state }
    const isNamedSo = (other: string) =>
      nameWritings(orgName).some((name) => nameSimilarity({ ...place, name }, { ...row, name: other }) >= ALIKE)
    return isSameCity(place, row) && [row.name, row.shortName].flatMap(nameWritings).some(isNamedSo)
  }

async function findGroup(db: Db, ein: string): Promise<string | null> {
  const { row } = await readEvidence(db, ein)
  return row && row.group !== '0000' ? row.group : null
}

const present = (row: Row, same: Sign[]): Duplicate => ({
  _id: row.id,
  orgName: row.name,
  orgStatus: row.status,
  city: row.city,
  state: row.state,
  same,
})

const AT_ONCE = 500

/** Folds the names of organizations that no write of ours has folded, such as those from before the column. */
export async function foldMissingNames({ db }: Pick<Reads, 'db'>): Promise<void> {
  const { id, name, shortName, city } = organizations
  for (;;) {
    const rows = await db
      .select({ id, name, shortName, city })
      .from(organizations)
      .where(isNull(organizations.matchWords))
      .limit(AT_ONCE)
    if (rows.length === 0) return
    const folded = JSON.stringify(rows.map((row) => ({ id: row.id, words: matchWordsOf(row) })))
    await db
      .update(organizations)
      .set({ matchWords: sql`array(select jsonb_array_elements_text(folded.words))` })
      .from(sql`jsonb_to_recordset(${folded}::jsonb) as folded (id uuid, words jsonb)`)
      .where(sql`${eq(id, sql`folded.id`)} and ${organizations.matchWords} is null`)
  }
}

export const matchWordsJob = job({
  name: 'match-words',
  every: 'minute',
  work: (house: House) => foldMissingNames(house),
})
