import { type SQL, sql } from 'drizzle-orm'

/** `%` and `_` in a search mean themselves. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`)

/**
 * A search that the trigram index serves: any part of the text from three characters on; one or two characters match
 * the beginning of a word. The column holds lower-case text with a space in front.
 */
const patternOf = (q: string): string => {
  const text = escapeLike(q.toLowerCase())
  return [...q].length < 3 ? `% ${text}%` : `%${text}%`
}

export const matches = (column: { getSQL(): SQL }, q: string): SQL => sql`${column} like ${patternOf(q)}`
