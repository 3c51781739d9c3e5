import { ALIKE, nameSimilarity, SIMILAR } from '@hikmah/contract/irs-registry/compare-names'

/** What the organization says of itself, to be found again on its paper. */
export interface PaperClaims {
  orgName: string
  ein: string
  city: string
  state: string
  postalCode: string
}

/** A run of a line of the paper that says what the form says, or otherwise. */
export interface PaperMark {
  start: number
  end: number
  agrees: boolean
}

const EIN = /\b\d{2}-\d{7}\b/g
const SUBSECTION = /501\(c\)\((\d+)\)/gi
/** A line with more words than this beyond the name is a sentence. */
const MORE_WORDS = 3

export function markLine(line: string, claims: PaperClaims): PaperMark[] {
  const folded = fold(line)
  const marks = [
    ...findAll(line, EIN, ([number]) => number === claims.ein),
    ...findAll(line, SUBSECTION, ([, section]) => section === '3'),
    ...markPlace(folded, claims),
    ...markName(folded, claims),
  ]
  return marks.sort((a, b) => a.start - b.start)
}

const findAll = (line: string, pattern: RegExp, isClaimed: (match: RegExpExecArray) => boolean): PaperMark[] =>
  [...line.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    agrees: isClaimed(match),
  }))

interface Folded {
  /** In capitals, a single space between words. */
  text: string
  /** Where each letter of it stands in the line. */
  places: number[]
}

function fold(line: string): Folded {
  const places: number[] = []
  let text = ''
  for (const [place, letter] of [...line.normalize('NFC')].entries()) {
    const isLetter = /[\p{L}\p{N}]/u.test(letter)
    // An apostrophe stands inside a word.
    if (!isLetter && (/['’‘`]/.test(letter) || text === '' || text.endsWith(' '))) continue
    text += isLetter ? letter.normalize('NFKD').charAt(0).toUpperCase() : ' '
    places.push(place)
  }
  return { text: text.trimEnd(), places }
}

const runOf = ({ places }: Folded, start: number, length: number) => ({
  start: places[start] ?? 0,
  end: (places[start + length - 1] ?? 0) + 1,
})

/** The ZIP code that follows belongs to it. */
function markPlace(line: Folded, { city, state, postalCode }: PaperClaims): PaperMark[] {
  const place = fold(`${city} ${state}`).text
  if (city === '' || state === '') return []
  const at = ` ${line.text} `.indexOf(` ${place} `)
  if (at < 0) return []
  const [, zip = ''] = /^ (\d{5})\b/.exec(line.text.slice(at + place.length)) ?? []
  const length = place.length + (zip === '' ? 0 : zip.length + 1)
  return [{ ...runOf(line, at, length), agrees: zip === '' || zip === postalCode.slice(0, 5) }]
}

/** In a sentence as it is written; a line of its own as the verdict compares names, so that Nur is Noor here too. */
function markName(line: Folded, { orgName, city, state }: PaperClaims): PaperMark[] {
  const name = fold(orgName).text
  if (name === '') return []
  const at = ` ${line.text} `.indexOf(` ${name} `)
  if (at >= 0) return [{ ...runOf(line, at, name.length), agrees: true }]
  if (line.text.split(' ').length > name.split(' ').length + MORE_WORDS) return []
  const like = nameSimilarity({ name: orgName, city, state }, { name: line.text, city, state })
  return like < SIMILAR ? [] : [{ ...runOf(line, 0, line.text.length), agrees: like >= ALIKE }]
}
