import type { Permission } from '@hikmah/contract/permissions'
import type { FoundKind } from '@hikmah/contract/search'
import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** `%` and `_` in a search mean themselves. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`)

/** Each word is looked for by itself, in several places. */
const MOST_WORDS = 10

/** Commas part words too, as in `Fremont, CA`. Of many the longest count: hardly a row has all of them and not the rest. */
function wordsOf(text: string): string[] {
  const words = text.split(/[\s,]+/).filter(Boolean)
  if (words.length <= MOST_WORDS) return words
  const longest = new Set([...new Set(words)].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS))
  return words.filter((word) => longest.delete(word))
}

/**
 * A number as it is kept, however it is written: (510) 555-0142 and 510.555.0142 are 5105550142, AA-BB-CC-DD-EE-FF and
 * aabb.ccdd.eeff are aabbccddeeff. Undefined for anything else, as the number of an invoice that is always kept with its
 * hyphen, DED7559B-0003, and for fewer than four digits.
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

/**
 * Letters of Arabic, Persian and Urdu that are typed for each other, as the hamza is commonly left out, and apostrophes,
 * of which a telephone writes another one than a keyboard.
 */
const TYPED_ALIKE = ['اأإآٱ', 'يىئی', 'وؤ', 'هةہ', 'كک', "'’‘ʼ"]

const alikeOf = (letter: string) => TYPED_ALIKE.find((letters) => letters.includes(letter)) ?? withoutMark(letter)
/** é may be kept as e. The other way about every vowel would be looked for with all of its marks. */
const withoutMark = (letter: string) => [...new Set([letter, [...letter.normalize('NFD')][0]])].join('')

/** A regular expression for the text as it may be spelled. */
const spellingsOf = (text: string) =>
  [...text]
    .map((letter) => {
      const alike = alikeOf(letter)
      if (alike.length > 1) return `[${alike}]`
      return /[!-/:-@[-`{-~]/.test(letter) ? `\\${letter}` : letter
    })
    .join('')

/** Letters and signs of ASCII, but the apostrophe. */
const SPELLED_ONE_WAY = /^[ -&(-~]*$/

const like = (column: SQLWrapper, text: string) =>
  SPELLED_ONE_WAY.test(text) ? sql`${column} like ${`%${escapeLike(text)}%`}` : sql`${column} ~ ${spellingsOf(text)}`

/** What few addresses share: the number that ends a mailbox, or all of one that is too long for info@ or contact@. */
const rareMailbox = (text: string) => (/\d{4,}@/.exec(text) ?? /^[^@]{8,}@/.exec(text))?.[0]

/**
 * The trigram index serves any part of the text from three characters on; one or two match the beginning of a word. It is
 * asked for what few rows have: of an e-mail address for a long mailbox or the number in it, as half of all rows may have the rest,
 * and of a number like DED7559B-0003 for its longest part, as the index would follow every zero of three million others.
 */
export function anyPart(column: SQLWrapper, text: string): SQL {
  if ([...text].length < 3) return like(column, ` ${text}`)
  const rare = rareMailbox(text) ?? longestOf(text.split('-'))
  if (rare === text || [...rare].length < 4 || !SPELLED_ONE_WAY.test(text)) return like(column, text)
  return sql`(${like(column, rare)} and position(${text}::text in ${column}) > 0)`
}

const longestOf = (parts: string[]) => parts.reduce((longest, part) => (part.length > longest.length ? part : longest))

/**
 * Where words begin. To the index every sign parts words: had only the space counted, it would offer each row of
 * `office@masjid.example` for a word that begins with "masjid", to be read for nothing. One expression for all signs, so
 * that the index is read once and not for each of them.
 */
const beginning = (signs: string) => (column: SQLWrapper, text: string) =>
  sql`${column} ~ ${`[${signs}]${spellingsOf(text)}`}`
const beginnings = beginning(' @.+(-')
const numberBeginnings = beginning(' +')

function matchesBy(matching: (column: SQLWrapper, text: string) => SQL, column: SQLWrapper, q: string): SQL {
  const text = q.toLowerCase()
  const bare = bareNumber(q)
  const words = wordsOf(text)
  // A row that has the phrase has its words too, unless the first is so short that it is looked for where words begin alone.
  const isImplied = words.length > 1 && words.join(' ') === text && [...words[0]!].length > 2
  const spellings = [
    !isImplied && matching(column, text),
    // The last first: names begin alike, and from what few rows have the trigram index skips to what all have.
    words.length > 1 && and(...words.toReversed().map((word) => matching(column, word))),
    bare && bare !== text && matching(column, bare),
  ]
  // The phrase or its words are always there.
  return or(...spellings.filter((spelling) => typeof spelling === 'object'))!
}

/** The column, which holds lower-case text with a space in front, has the text, or all of its words, or the number. */
export const matches = (column: SQLWrapper, q: string): SQL => matchesBy(anyPart, column, q)

/** The same where words begin. */
export const matchesBeginnings = (column: SQLWrapper, q: string): SQL =>
  matchesBy(bareNumber(q) ? numberBeginnings : beginnings, column, q)

/** One of the columns does. */
export const matchesAny = (columns: SQLWrapper[], q: string): SQL | undefined =>
  or(...columns.map((column) => matches(column, q)))

/** How the search over everything finds the things of a feature. */
export interface SearchSource {
  type: FoundKind
  /** Without it a person finds none of them. */
  permission: Permission
  from: PgTable
  id: PgColumn
  /** By which the newest come first; an index has it. */
  createdAt: PgColumn
  /** Which rows are there at all. */
  where?: SQL
  title: SQLWrapper
  detail: SQL
  organizationId?: PgColumn
  /** Text in the form `matches` expects, with a trigram index. */
  search: SQLWrapper
  /** An array of what names a thing whole: lower case, numbers bare. It has an index. */
  names: SQL
  /** What only some may find it by: text with a space around each word, with a trigram index. */
  secret?: { permission: Permission; search: SQL }
}

/**
 * What is known of them, with commas between. Each part is isolated (Unicode UAX #9): beside an Arabic name the halves of a
 * number would change places.
 */
export const detailOf = (...parts: SQLWrapper[]): SQL =>
  sql`concat_ws(', ', ${sql.join(
    parts.map((part) => sql`'\u2068' || nullif(${part}, '') || '\u2069'`),
    sql`, `,
  )})`
