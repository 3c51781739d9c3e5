import { domainToASCII, domainToUnicode } from 'node:url'
import { foldLetters, foldSpellings, foldText, otherSpellings } from '@hikmah/contract/fold-text'
import type { Permission } from '@hikmah/contract/permissions'
import type { FoundKind } from '@hikmah/contract/search'
import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`)

/** Each word is searched separately, in several places. */
const MOST_WORDS = 10

/**
 * Commas separate words too, as in `Fremont, CA`, and a sign that ends one counts for nothing: St. is also written St
 * without. Of many words the longest count, as they are rare.
 */
function splitWords(text: string): string[] {
  const parts = text.split(/[.:;!?\u2026\u061f\u06d4\u0964]*(?:[\s,\u060c]+|$)/u)
  const words = [...new Set(parts)].filter((word) => foldText(word).trim() !== '')
  if (words.length <= MOST_WORDS) return words
  const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS))
  return words.filter((word) => longest.has(word))
}

/**
 * A number as it is stored: (510) 555-0142 and 510.555.0142 are 5105550142, AA-BB-CC-DD-EE-FF and aabb.ccdd.eeff are
 * aabbccddeeff. Undefined for anything else, such as the invoice number DED7559B-0003, which is stored with its hyphen,
 * and below four digits.
 */
export function bareNumber(q: string): string | undefined {
  const parts = foldLetters(q.replace('(0)', ''))
    .split(/[\s().:+-]+/)
    .filter(Boolean)
  const bare = parts.join('')
  const isOf = (length: number) => parts.slice(0, -1).every((part) => part.length === length)
  const isNumber = /^\d+$/.test(bare) || (/^[\da-f]+$/.test(bare) && [2, 4, 6].some(isOf))
  return isNumber && bare.length >= 4 ? bare : undefined
}

/** 0501234567 is dialed within the country of +966501234567, and 00966501234567 from another. */
function bareNumbers(q: string): string[] {
  const bare = bareNumber(q)
  const international = bare?.replace(/^0+/, '')
  const numbers = [bare, international && international.length >= 7 ? international : undefined]
  return [...new Set(numbers.filter((number) => number !== undefined))]
}

const like = (column: SQLWrapper, text: string) => sql`${column} like ${`%${escapeLike(text)}%`}`

/** What few addresses share: the number that ends a mailbox, or a mailbox that is too long for info@ or contact@. */
const rareMailbox = (text: string) => (/\d{4,}@/.exec(text) ?? /^[^@]{8,}@/.exec(text))?.[0]

/**
 * The trigram index serves any part from three characters on; one or two match the beginning of a word. The index is
 * given what few rows have: of an email address the long mailbox or its number, as half of all rows may have the rest,
 * and of a number like DED7559B-0003 the longest part, as it would follow every zero of three million others.
 */
export function anyPart(column: SQLWrapper, text: string): SQL {
  if ([...text].length < 3) return like(column, ` ${text}`)
  const isNumbered = /^\S.*\d/.test(text)
  const rare = rareMailbox(text) ?? (isNumbered ? findLongest(text.split(' ')) : text)
  if (rare === text || [...rare].length < 4) return like(column, text)
  return sql`(${like(column, rare)} and position(${text}::text in ${column}) > 0)`
}

const findLongest = (parts: string[]) =>
  parts.reduce((longest, part) => (part.length > longest.length ? part : longest))

/**
 * Where words begin. The index separates words at every sign: with only the space, it would offer each row of
 * `office@masjid.example` for "masjid", to be read for nothing. One expression for all signs reads the index once.
 */
const beginning = (signs: string) => (column: SQLWrapper, text: string) =>
  sql`${column} ~ ${`[${signs}]${text.replace(/[!-/:-@[-`{-~]/g, '\\$&')}`}`
const beginnings = beginning(' @.+')
const numberBeginnings = beginning(' +')

/**
 * A web domain in its other spelling. Those of organizations and people are kept as they read, those of payers as the
 * payment provider has them, which may be in punycode.
 */
export function respellDomain(word: string): string | undefined {
  const at = word.lastIndexOf('@') + 1
  const host = word.slice(at)
  if (!/[^\0-\x7f]|xn--/i.test(host) || !host.includes('.')) return undefined
  const respelled = /xn--/i.test(host) ? domainToUnicode(host) : domainToASCII(host)
  return respelled === '' || respelled === host.toLowerCase() ? undefined : word.slice(0, at) + respelled
}

type Matching = (column: SQLWrapper, text: string) => SQL

function matchesWord(matching: Matching, column: SQLWrapper, word: string): SQL {
  const spellings = foldSpellings(word)
  const [letters = ''] = spellings
  const parts = letters.split(' ').filter(Boolean)
  const respelled = respellDomain(word)
  const isSpelledInParts = parts.length > 1 && parts.some((part) => otherSpellings(part).length > 0)
  return or(
    ...spellings.map((text) => matching(column, text)),
    ...otherSpellings(letters).map((text) => like(column, ` ${text} `)),
    respelled === undefined ? undefined : matching(column, foldText(respelled)),
    isSpelledInParts ? and(...parts.map((part) => matchesWord(matching, column, part))) : undefined,
  )!
}

/** Signs alone find nothing. */
function matchesBy(matching: Matching, column: SQLWrapper, q: string): SQL {
  const words = splitWords(q)
  const phrase = words.map((word) => foldText(word).trim()).join(' ')
  // A row with the phrase has its words too, unless the first is so short that it only counts where words begin.
  const isImplied = words.length < 2 || [...foldText(words[0]!)].length > 2
  const [only = ''] = words.length === 1 ? words : []
  const spellings = [
    !isImplied && matching(column, phrase),
    // The last word first: names begin alike, and the trigram index skips from rare words to common ones.
    words.length > 0 && and(...words.toReversed().map((word) => matchesWord(matching, column, word))),
    ...bareNumbers(q)
      .filter((number) => number !== phrase && !foldSpellings(only).includes(number))
      .map((number) => matching(column, number)),
  ]
  return or(...spellings.filter((spelling) => typeof spelling === 'object')) ?? sql`false`
}

/** The column holds text as `searched` folds it and matches the text, all of its words, or the number. */
export const matches = (column: SQLWrapper, q: string): SQL => matchesBy(anyPart, column, q)

export const matchesBeginnings = (column: SQLWrapper, q: string): SQL =>
  matchesBy(bareNumber(q) ? numberBeginnings : beginnings, column, q)

/** EINs and codes of invites are digits, among which no word is looked for. */
export const isOfDigits = (q: string): boolean => /^\s*\d[\d\s]*$/.test(foldText(q))

export const matchesAny = (columns: SQLWrapper[], q: string): SQL | undefined =>
  or(...columns.map((column) => matches(column, q)))

export interface SearchSource {
  type: FoundKind
  /** Without this permission a person finds none of them. */
  permission: Permission
  table: PgTable & Record<'id' | 'createdAt', PgColumn>
  /** The newest come first by this indexed column, if not by `createdAt` of the table. */
  createdAt?: PgColumn
  where?: SQL
  /** `where` leaves few rows, with an index of their own: it answers even for a common word. */
  isFew?: true
  title: SQLWrapper
  detail: SQL
  /** A column of the table. */
  status?: PgColumn
  organizationId?: PgColumn
  search: SQLWrapper
  /** An indexed array of what names a thing exactly: folded, numbers bare. */
  names: SQL
  /** Text that only some may search, with a space around each word and a trigram index. */
  secret?: { permission: Permission; search: SQL; isNumber?: true }
}

/** Details with commas between, each isolated (UAX #9): Arabic names would swap the halves of a number. */
export const detailOf = (...parts: SQLWrapper[]): SQL =>
  sql`concat_ws(', ', ${sql.join(
    parts.map((part) => sql`'\u2068' || nullif(${part}, '') || '\u2069'`),
    sql`, `,
  )})`
