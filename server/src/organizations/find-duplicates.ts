import type { Duplicate, Duplicates, DuplicatesQuery } from '@hikmah/contract/organizations/schemas'
import { duplicateSigns } from '@hikmah/contract/organizations/words'
import { normalPhone } from '@hikmah/contract/phone'
import { and, desc, ne, type SQL, sql } from 'drizzle-orm'
import type { Reads } from '../house.ts'
import { readEvidence } from '../irs-registry/queries.ts'
import { foldName, isCommonWord, stateWords } from '../irs-registry/verdict/fold-name.ts'
import { ALIKE, isSameCity, likenessOf } from '../irs-registry/verdict/likeness.ts'
import type { Db } from '../kit/db/db.ts'
import { cityWord } from './queries.ts'
import { organizationNames, organizations } from './table.ts'

/** So many are shown; more of one kind are no help to anybody. */
const SHOWN = 5
/** So many with the words of the name are compared. */
const COMPARED = 300
/** Where everybody may have a page, which makes two no one. */
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

/** Organizations that may be the one in question, with the most signs first. Who may not see EINs may not try them out. */
export async function findDuplicates(
  { db }: Pick<Reads, 'db'>,
  query: DuplicatesQuery,
  { maskEin }: { maskEin: boolean },
): Promise<Duplicates> {
  const given = !maskEin && /^\d{2}-\d{7}$/.test(query.ein ?? '') ? query.ein! : ''
  const number = normalPhone(query.phone ?? '')
  const nothing = sql<boolean>`false`
  const ein = given === '' ? nothing : sql<boolean>`(ein = ${given} and ein <> '')`
  const phone = number ? sql<boolean>`${organizationNames} && array[${number.slice(1)}]` : nothing
  const website = query.webLink ? sameHost(query.webLink) : nothing
  const find = async (where: SQL, limit: number): Promise<Row[]> =>
    where === nothing
      ? []
      : db
          .select({ id, name, shortName, status, city, state, ein, phone, website })
          .from(organizations)
          .where(and(where, query.except ? ne(id, query.except) : undefined))
          .orderBy(desc(id))
          .limit(limit)

  const isAlike = likenessTo(query)
  const words = wordsOf(query)
  const named = words.length > 0 ? await find(hasWords(words), COMPARED) : []
  const found = [
    ...(await find(ein, SHOWN)),
    ...(await find(phone, SHOWN)),
    ...(await find(website, SHOWN)),
    ...named.filter(isAlike).slice(0, SHOWN),
  ]
  const each = [...new Map(found.map((row) => [row.id, row])).values()]
  const organizationsFound = each
    .map((row) =>
      present(
        row,
        duplicateSigns.filter((sign) => (sign === 'name' ? isAlike(row) : row[sign])),
      ),
    )
    .sort((a, b) => b.same.length - a.same.length)
  const isShared = each.some((row) => row.ein)
  return { organizations: organizationsFound, groupExemption: isShared ? await groupOf(db, given) : null }
}

const sameHost = (webLink: string) =>
  sql<boolean>`(website <> '' and web_host(website) = web_host(${webLink}) and web_host(${webLink}) <> all (${textArray(SHARED_HOSTS)}))`

const hasWords = (words: string[]) => sql`match_words @> ${textArray(words)}`

const textArray = (texts: string[]) =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`

/** What an organization of nearly the same name has among its words: what tells it apart, and the city. */
function wordsOf({ orgName = '', city: ofCity = '', state: ofState = '' }: DuplicatesQuery): string[] {
  const words = foldName(orgName)
  const ofPlace = new Set([...foldName(ofCity), ...foldName(ofState), ...stateWords(ofState)])
  const telling = words.filter((word) => !isCommonWord(word) && !ofPlace.has(word))
  return words.length === 0 ? [] : [...(telling.length > 0 ? telling : words), ...cityWord(ofCity)]
}

/** Nearly the same name in the same city. What is not known of the place is taken to be as it is there. */
const likenessTo =
  ({ orgName = '', city: ofCity, state: ofState }: DuplicatesQuery) =>
  (row: Row): boolean => {
    const place = { city: ofCity || row.city, state: ofState || row.state }
    const isNamedSo = (other: string) => likenessOf({ ...place, name: orgName }, { ...row, name: other }) >= ALIKE
    return isSameCity(place, row) && (isNamedSo(row.name) || isNamedSo(row.shortName))
  }

async function groupOf(db: Db, ein: string): Promise<string | null> {
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
