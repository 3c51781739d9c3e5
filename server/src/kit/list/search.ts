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
const anyPart = (word: string) => `${[...word].length < 3 ? '% ' : '%'}${escapeLike(word)}%`
const beginning = (word: string) => `% ${escapeLike(word)}%`

function matchesBy(patternOf: (text: string) => string, column: SQLWrapper, q: string): SQL {
  const text = q.toLowerCase()
  const bare = bareNumber(q)
  const words = wordsOf(text)
  const like = (part: string) => sql`${column} like ${patternOf(part)}`
  const spellings = [like(text), words.length > 1 && and(...words.map(like)), bare && bare !== text && like(bare)]
  // The first is always there.
  return or(...spellings.filter((spelling) => typeof spelling === 'object'))!
}

/** The column, which holds lower-case text with a space in front, has the text, or all of its words, or the number. */
export const matches = (column: SQLWrapper, q: string): SQL => matchesBy(anyPart, column, q)

/** The same where words begin. */
export const matchesBeginnings = (column: SQLWrapper, q: string): SQL => matchesBy(beginning, column, q)

/** One of the columns does. */
export const matchesAny = (columns: SQLWrapper[], q: string): SQL | undefined =>
  or(...columns.map((column) => matches(column, q)))
