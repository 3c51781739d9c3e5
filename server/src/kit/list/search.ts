import type { Permission } from '@hikmah/contract/permissions'
import type { FoundKind } from '@hikmah/contract/search'
import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`)

/** Each word is searched separately, in several places. */
const MOST_WORDS = 10

/** Commas separate words too, as in `Fremont, CA`. Of many words the longest count, as they are rare. */
function splitWords(text: string): string[] {
  const words = text.split(/[\s,]+/).filter(Boolean)
  if (words.length <= MOST_WORDS) return words
  const longest = new Set([...new Set(words)].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS))
  return words.filter((word) => longest.delete(word))
}

/**
 * A number as it is stored: (510) 555-0142 and 510.555.0142 are 5105550142, AA-BB-CC-DD-EE-FF and aabb.ccdd.eeff are
 * aabbccddeeff. Undefined for anything else, such as the invoice number DED7559B-0003, which is stored with its hyphen,
 * and below four digits.
 */
export function bareNumber(q: string): string | undefined {
  const parts = q
    .toLowerCase()
    .split(/[\s().:+-]+/)
    .filter(Boolean)
  const bare = parts.join('')
  const isOf = (length: number) => parts.slice(0, -1).every((part) => part.length === length)
  const isNumber = /^\d+$/.test(bare) || (/^[\da-f]+$/.test(bare) && [2, 4, 6].some(isOf))
  return isNumber && bare.length >= 4 ? bare : undefined
}

/** Letters of Arabic, Persian and Urdu that people type for each other, and the apostrophes of keyboards. */
const TYPED_ALIKE = ['اأإآٱ', 'يىئی', 'وؤ', 'هةہ', 'كک', "'’‘ʼ"]

const lettersTypedAlike = (letter: string) =>
  TYPED_ALIKE.find((letters) => letters.includes(letter)) ?? withoutMark(letter)
/** é may be stored as e. The reverse would search every vowel with all of its marks. */
const withoutMark = (letter: string) => [...new Set([letter, [...letter.normalize('NFD')][0]])].join('')

const spellingPattern = (text: string) =>
  [...text]
    .map((letter) => {
      const alike = lettersTypedAlike(letter)
      if (alike.length > 1) return `[${alike}]`
      return /[!-/:-@[-`{-~]/.test(letter) ? `\\${letter}` : letter
    })
    .join('')

/** ASCII without the apostrophe. */
const SPELLED_ONE_WAY = /^[ -&(-~]*$/

const like = (column: SQLWrapper, text: string) =>
  SPELLED_ONE_WAY.test(text)
    ? sql`${column} like ${`%${escapeLike(text)}%`}`
    : sql`${column} ~ ${spellingPattern(text)}`

/** What few addresses share: the number that ends a mailbox, or a mailbox that is too long for info@ or contact@. */
const rareMailbox = (text: string) => (/\d{4,}@/.exec(text) ?? /^[^@]{8,}@/.exec(text))?.[0]

/**
 * The trigram index serves any part from three characters on; one or two match the beginning of a word. The index is
 * given what few rows have: of an email address the long mailbox or its number, as half of all rows may have the rest,
 * and of a number like DED7559B-0003 the longest part, as it would follow every zero of three million others.
 */
export function anyPart(column: SQLWrapper, text: string): SQL {
  if ([...text].length < 3) return like(column, ` ${text}`)
  const rare = rareMailbox(text) ?? findLongest(text.split('-'))
  if (rare === text || [...rare].length < 4 || !SPELLED_ONE_WAY.test(text)) return like(column, text)
  return sql`(${like(column, rare)} and position(${text}::text in ${column}) > 0)`
}

const findLongest = (parts: string[]) =>
  parts.reduce((longest, part) => (part.length > longest.length ? part : longest))

/**
 * Where words begin. The index separates words at every sign: with only the space, it would offer each row of
 * `office@masjid.example` for "masjid", to be read for nothing. One expression for all signs reads the index once.
 */
const beginning = (signs: string) => (column: SQLWrapper, text: string) =>
  sql`${column} ~ ${`[${signs}]${spellingPattern(text)}`}`
const beginnings = beginning(' @.+(-')
const numberBeginnings = beginning(' +')

function matchesBy(matching: (column: SQLWrapper, text: string) => SQL, column: SQLWrapper, q: string): SQL {
  const text = q.toLowerCase()
  const bare = bareNumber(q)
  const words = splitWords(text)
  // A row with the phrase has its words too, unless the first is so short that it only counts where words begin.
  const isImplied = words.length > 1 && words.join(' ') === text && [...words[0]!].length > 2
  const spellings = [
    !isImplied && matching(column, text),
    // The last word first: names begin alike, and the trigram index skips from rare words to common ones.
    words.length > 1 && and(...words.toReversed().map((word) => matching(column, word))),
    bare && bare !== text && matching(column, bare),
  ]
  return or(...spellings.filter((spelling) => typeof spelling === 'object'))!
}

/** The column holds lower-case text with a space in front and matches the text, all of its words, or the number. */
export const matches = (column: SQLWrapper, q: string): SQL => matchesBy(anyPart, column, q)

export const matchesBeginnings = (column: SQLWrapper, q: string): SQL =>
  matchesBy(bareNumber(q) ? numberBeginnings : beginnings, column, q)

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
  title: SQLWrapper
  detail: SQL
  organizationId?: PgColumn
  search: SQLWrapper
  /** An indexed array of what names a thing exactly: lower case, numbers bare. */
  names: SQL
  /** Text that only some may search, with a space around each word and a trigram index. */
  secret?: { permission: Permission; search: SQL }
}

/** Details with commas between, each isolated (UAX #9): Arabic names would swap the halves of a number. */
export const detailOf = (...parts: SQLWrapper[]): SQL =>
  sql`concat_ws(', ', ${sql.join(
    parts.map((part) => sql`'\u2068' || nullif(${part}, '') || '\u2069'`),
    sql`, `,
  )})`
