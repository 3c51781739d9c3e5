import { plural } from '../../kit/format/texts.ts'

/** A piece of two texts as each has it; where they differ, one may be empty. */
export interface Piece {
  first: string
  second: string
  isSame: boolean
}

interface Reading {
  isSame: (a: string, b: string) => boolean
  counts: (letter: string) => boolean
}

const asWritten: Reading = { isSame: (a, b) => a === b, counts: () => true }
/** The IRS files are in capitals, without accents and mostly without punctuation, so these are not differences. */
export const looseReading: Reading = {
  isSame: (a, b) => foldText(a) === foldText(b),
  counts: (letter) => /[\p{L}\p{N}]/u.test(letter),
}

/** Letters and digits alone, without case and accents. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Longer texts are compared as a whole: marking letters is useless where most differ. */
const MAX_LENGTH = 300

export function compareLetters(first: string, second: string, reading = asWritten): Piece[] {
  const different = [{ first, second, isSame: false }]
  const [a, b] = [[...first], [...second]]
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return different
  const pieces = joinPieces(alignLetters(a, b, reading))
  return countMarked(pieces) * 2 > Math.max(a.length, b.length) ? different : pieces
}

/** "2 letters", "1 digit", "3 characters", or "Differs" where nearly all of it does; undefined where nothing does. */
export function countDifferences(first: string, second: string, reading = asWritten): string | undefined {
  const pieces = compareLetters(first, second, reading)
  const marked = pieces.filter(({ isSame }) => !isSame)
  if (marked.length === 0) return undefined
  if (marked.length === pieces.length) return 'Differs'
  const letters = marked.map((piece) => `${piece.first}${piece.second}`.replaceAll(' ', '')).join('')
  const kind = /^\d+$/.test(letters) ? 'digit' : /^\p{L}+$/u.test(letters) ? 'letter' : 'character'
  return plural(countMarked(pieces), kind)
}

/** The share of the letters of the longer word that both have, in their order. */
export function sharedLetters(first: string, second: string): number {
  const [a, b] = [[...first], [...second]]
  const shared = alignLetters(a, b, asWritten).filter(({ isSame }) => isSame).length
  return shared / Math.max(a.length, b.length)
}

/** A replaced letter counts once, not as one removed and one added. */
export const countMarked = (pieces: Piece[]) =>
  pieces
    .filter(({ isSame }) => !isSame)
    .reduce((sum, { first, second }) => sum + Math.max([...first].length, [...second].length), 0)

/** By the longest sequence of letters that both have. */
function alignLetters(a: string[], b: string[], { isSame, counts }: Reading): Piece[] {
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i]![j] = isSame(a[i]!, b[j]!) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [first, second] = [a[i], b[j]]
    if (first !== undefined && second !== undefined && isSame(first, second)) {
      pieces.push({ first, second, isSame: true })
      i++
      j++
    } else if (second === undefined || (first !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ first: first!, second: '', isSame: !counts(first!) })
      i++
    } else {
      pieces.push({ first: '', second, isSame: !counts(second) })
      j++
    }
  }
  return pieces
}

/** Neighbours become one piece. A single letter between two differences belongs to them: "er" became "re". */
function joinPieces(letters: Piece[]): Piece[] {
  const pieces: Piece[] = []
  letters.forEach((letter, place) => {
    const last = pieces.at(-1)
    const next = letters[place + 1]
    const isBetween = letter.isSame && last && !last.isSame && next && !next.isSame
    const piece = isBetween ? { ...letter, isSame: false } : letter
    if (last?.isSame === piece.isSame) {
      last.first += piece.first
      last.second += piece.second
    } else pieces.push({ ...piece })
  })
  return pieces
}
