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
/** From this share of its words on, a line is taken for the name. */
const SIMILAR = 0.6
/** A line with more words than this beyond the name is a sentence. */
const MORE_WORDS = 3

export function markLine(line: string, claims: PaperClaims): PaperMark[] {
  const folded = fold(line)
  const marks = [
    ...findAll(line, EIN, ([number]) => number === claims.ein),
    ...findAll(line, SUBSECTION, ([, section]) => section === '3'),
    ...markPlace(folded, claims),
    ...markName(folded, claims.orgName),
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

function markName(line: Folded, orgName: string): PaperMark[] {
  const name = fold(orgName).text
  if (name === '') return []
  const at = ` ${line.text} `.indexOf(` ${name} `)
  if (at >= 0) return [{ ...runOf(line, at, name.length), agrees: true }]
  const [ours, theirs] = [name.split(' '), line.text.split(' ')]
  const shared = ours.filter((word) => theirs.includes(word)).length / ours.length
  const isName = shared >= SIMILAR && ours.length > 1 && theirs.length <= ours.length + MORE_WORDS
  return isName ? [{ ...runOf(line, 0, line.text.length), agrees: false }] : []
}
