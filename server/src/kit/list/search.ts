import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** `%` and `_` in a search mean themselves. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`)

/** Commas part words too, as in `Fremont, CA`. */
const wordsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/**
 * A number as it is kept, however it is written: (510) 555-0142 and 510.555.0142 are 5105550142, AA-BB-CC-DD-EE-FF is
 * aabbccddeeff. Undefined for anything else, and for fewer than four digits.
 */
export function bareNumber(q: string): string | undefined {
  const bare = q.toLowerCase().replace(/[\s().:+-]/g, '')
  return /^[\da-f]{4,}$/.test(bare) ? bare : undefined
}

/** The trigram index serves any part of the text from three characters on; one or two match the beginning of a word. */
const anyPart = (text: string) => [`${[...text].length < 3 ? '% ' : '%'}${escapeLike(text)}%`]

/**
 * Where words begin. To the index every sign parts words: had only the space counted, it would offer each row of
 * `office@masjid.example` for a word that begins with "masjid", to be read for nothing.
 */
const BOUNDARIES = [' ', '@', '.', '-', '+', '(']
const beginningsAfter = (signs: string[]) => (text: string) => signs.map((sign) => `%${sign}${escapeLike(text)}%`)
const beginnings = beginningsAfter(BOUNDARIES)
const numberBeginnings = beginningsAfter([' ', '+'])

function matchesBy(patternsOf: (text: string) => string[], column: SQLWrapper, q: string): SQL {
  const text = q.toLowerCase()
  const bare = bareNumber(q)
  const words = wordsOf(text)
  const like = (part: string) => or(...patternsOf(part).map((pattern) => sql`${column} like ${pattern}`))
  const spellings = [like(text), words.length > 1 && and(...words.map(like)), bare && bare !== text && like(bare)]
  // The first is always there.
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
