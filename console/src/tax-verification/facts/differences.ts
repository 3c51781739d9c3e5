import { plural } from '../../kit/format/texts.ts'

/** A piece of two texts: in both, or what stands in one where the other has something else or nothing. */
export interface Piece {
  both?: string
  /** Only in the first. */
  first?: string
  /** Only in the second. */
  second?: string
}

/** Longer texts are compared as a whole: where most is different, marked letters tell nothing. */
const MAX_LENGTH = 300

/** Where two texts differ, letter by letter. */
export function piecesOf(first: string, second: string): Piece[] {
  const whole = [{ first, second }]
  const [a, b] = [[...first], [...second]]
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return whole
  const pieces = joined(aligned(a, b))
  return countOf(pieces) * 2 > Math.max(a.length, b.length) ? whole : pieces
}

/** "2 letters", "1 digit", "3 characters", or "Differs" where nearly all of it does. */
export function howManyDiffer(first: string, second: string): string {
  const pieces = piecesOf(first, second)
  if (!pieces.some(({ both }) => both)) return 'Differs'
  const marked = pieces.map((piece) => `${piece.first ?? ''}${piece.second ?? ''}`).join('')
  const kind = /^\d+$/.test(marked) ? 'digit' : /^\p{L}+$/u.test(marked) ? 'letter' : 'character'
  return plural(countOf(pieces), kind)
}

/** A letter that was replaced counts once, not as one that is gone and one that came. */
const countOf = (pieces: Piece[]) =>
  pieces.reduce((sum, { first = '', second = '' }) => sum + Math.max([...first].length, [...second].length), 0)

/** By the longest sequence of letters that both have. */
function aligned(a: string[], b: string[]): Piece[] {
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i]![j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && a[i] === b[j]) {
      pieces.push({ both: a[i++]! })
      j++
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) pieces.push({ first: a[i++]! })
    else pieces.push({ second: b[j++]! })
  }
  return pieces
}

/** Neighbours become one piece. A single letter between two differences belongs to them: "er" became "re". */
function joined(letters: Piece[]): Piece[] {
  const pieces: Piece[] = []
  letters.forEach((letter, place) => {
    const last = pieces.at(-1)
    const isBetween = letter.both && last && !last.both && letters[place + 1] && !letters[place + 1]?.both
    const piece = isBetween ? { first: letter.both, second: letter.both } : letter
    if (last?.both && piece.both) last.both += piece.both
    else if (last && !last.both && !piece.both) {
      last.first = `${last.first ?? ''}${piece.first ?? ''}`
      last.second = `${last.second ?? ''}${piece.second ?? ''}`
    } else pieces.push({ ...piece })
  })
  return pieces
}
