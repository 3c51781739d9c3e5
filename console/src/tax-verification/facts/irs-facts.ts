import type { RegistryRow, RevocationRow } from '@hikmah/contract/irs-registry/endpoints'
import { inWords, pub78Text, verdictGroupNames } from '@hikmah/contract/irs-registry/words'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import type { TaxStatus, TaxVerdict } from '@hikmah/contract/tax-verification/schemas'
import { decisionFields, LEGAL_NAME } from '@hikmah/contract/tax-verification/words'
import { formatDate, plural } from '../../kit/format/texts.ts'

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

export const asWritten: Reading = { isSame: (a, b) => a === b, counts: () => true }
/** The IRS files are in capitals and mostly without punctuation, so these are not differences. */
export const looseReading: Reading = {
  isSame: (a, b) => a.toUpperCase() === b.toUpperCase(),
  counts: (letter) => /[\p{L}\p{N}]/u.test(letter),
}

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

/** A replaced letter counts once, not as one removed and one added. */
const countMarked = (pieces: Piece[]) =>
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

export type Evidence = Omit<TaxVerdict, 'checkedAt'>

/** What two sources say of a thing; undefined where one does not know it. */
export interface Fact {
  field: string
  first: string | undefined
  second: string | undefined
  note?: string
  /** Who changed the second after the first was submitted, if known. */
  changed?: TaxStatus['einChange']
  pieces?: Piece[]
  /** Both say the same, so that a small screen shows one of them. */
  isSame?: boolean
  /** A tick only where two sources agree. */
  result: { says: string; tone?: 'success' | 'warning' | 'danger' }
}

export type Claims = Pick<Organization, 'orgName' | 'orgShortName' | 'orgAddress'> & { ein: string; taxExempt: boolean }

/** From this similarity on, names count as the same; below the other, as unrelated (outcome table of the verdict). */
const SAME_NAME = 0.9
const SIMILAR_NAME = 0.6

export const NOT_COMPARED = { says: 'Not compared' }

/** Everything the files say about the EIN, next to what the organization says. Facts that no file has are left out. */
export function irsFacts(claims: Claims, evidence: Evidence): Fact[] {
  const { row, deductible, revocations } = evidence
  const listed = row ?? deductible
  const isKnown = listed !== null || revocations.length > 0
  const facts: Fact[] = [
    {
      field: decisionFields.ein,
      first: claims.ein,
      second: row?.ein ?? (isKnown ? claims.ein : undefined),
      result: listed
        ? { says: 'Listed', tone: 'success' }
        : { says: isKnown ? 'Revocations only' : verdictGroupNames['not-listed'] },
    },
    nameFact(claims, evidence),
    placeFact(claims.orgAddress, listed),
    ...(row ? rowFacts(claims, row) : []),
    ...(deductible ? [notAsked('Publication 78', pub78Text(deductible.codes))] : []),
    ...(revocations.length > 0 ? [revocationsFact(revocations, listed !== null)] : []),
  ]
  return facts.map((fact) => ({ ...fact, isSame: fact.first === undefined || isPlainMatch(fact) }))
}

const rowFacts = ({ orgAddress, taxExempt }: Claims, row: RegistryRow): Fact[] => [
  zipFact(orgAddress.postalCode, row.zip),
  subsectionFact(taxExempt, row.subsection),
  notAsked('Group', groupText(row.group, row.affiliation)),
  notAsked('Deductibility', inWords(deductibilities, row.deductibility), deductibilityConcern[row.deductibility]),
  notAsked('Foundation', inWords(foundations, row.foundation), foundationConcern[row.foundation]),
  notAsked('Ruling date', rulingText(row.ruling)),
  notAsked('IRS status', inWords(statuses, row.status), statusConcern[row.status]),
]

export const differs = ({ result: { tone } }: Fact) => tone === 'warning' || tone === 'danger'

export const isMarked = ({ pieces = [] }: Fact) => pieces.some(({ isSame }) => !isSame)

const isPlainMatch = (fact: Fact) => fact.result.tone === 'success' && !isMarked(fact) && !fact.note

const notAsked = (field: string, second: string | undefined, concern?: string): Fact => ({
  field,
  first: undefined,
  second,
  result: concern ? { says: concern, tone: 'warning' } : { says: 'Not asked' },
})

const deductibilityConcern: Record<string, string> = {
  '0': 'Undetermined',
  '2': verdictGroupNames['not-deductible'],
  '4': 'By treaty',
}
const statusConcern: Record<string, string> = { '12': 'Trust', '25': 'Terminating' }
const foundationConcern: Record<string, string> = { '02': 'Private', '03': 'Private', '04': 'Private' }

function subsectionFact(taxExempt: boolean, code: string): Fact {
  const first = taxExempt ? 'Claims 501(c)(3)' : 'Claims no exemption'
  const fact = { field: 'Subsection', first, second: inWords(subsections, code) }
  if (code !== '03') return { ...fact, result: { says: 'Not 501(c)(3)', tone: 'warning' } }
  return { ...fact, result: taxExempt ? { says: 'Same', tone: 'success' } : NOT_COMPARED }
}

/** The closer of the two IRS names is compared, and the other is mentioned. */
function nameFact({ orgName }: Claims, { row, deductible, revocations, score }: Evidence): Fact {
  const names = [
    { label: 'First name', name: row?.name },
    { label: 'Second name', name: row?.sortName },
    { label: 'Name in Publication 78', name: row ? undefined : deductible?.name },
    { label: 'Name in the list of revocations', name: row || deductible ? undefined : revocations[0]?.name },
  ].flatMap(({ label, name }) => (name ? [{ label, name, like: likeness(orgName, name) }] : []))
  const [nearest, ...others] = names.toSorted((a, b) => b.like - a.like)
  const fact = { field: LEGAL_NAME, first: orgName, second: nearest?.name }
  if (!nearest || orgName === '') return { ...fact, result: NOT_COMPARED }
  const notes = others.map(({ label, name }) => `${label}: ${name}`)
  if (nearest.label !== 'First name') notes.unshift(nearest.label)
  const { pieces, result } = compareTexts(orgName, nearest.name, looseReading)
  return { ...fact, pieces, note: notes.join('. '), result: judgeName(result, score) }
}

function judgeName(result: Fact['result'], score: number | null): Fact['result'] {
  if (result.tone === 'success' || score === null) return result
  if (score >= SAME_NAME) return { says: 'Same name', tone: 'success' }
  return { ...result, tone: score < SIMILAR_NAME ? 'danger' : 'warning' }
}

function likeness(first: string, second: string): number {
  const same = compareLetters(first, second, looseReading).filter(({ isSame }) => isSame)
  return same.reduce((sum, piece) => sum + piece.second.length, 0) / Math.max(first.length, second.length, 1)
}

type Place = { city: string; state: string } | null

function placeFact(ours: Claims['orgAddress'], irs: Place): Fact {
  const placeText = (place: Place) => [place?.city, place?.state].filter(Boolean).join(', ')
  return compareFact('City, state', placeText(ours), placeText(irs))
}

const UNKNOWN_ZIP = '00000'

/** Only five digits are compared; the IRS file is stored without the last four. */
function zipFact(ours: string, zip: string): Fact {
  const { pieces, ...fact } = compareFact('ZIP code', ours.slice(0, 5), zip === UNKNOWN_ZIP ? '' : zip)
  const rest = { first: ours.slice(5), second: '', isSame: true }
  return { ...fact, first: ours, pieces: pieces && [...pieces, rest] }
}

function compareFact(field: string, first: string, irs: string): Fact {
  const fact = { field, first, second: irs || undefined }
  return first && irs ? { ...fact, ...compareTexts(first, irs, looseReading) } : { ...fact, result: NOT_COMPARED }
}

export function compareTexts(first: string, second: string, reading: Reading): Pick<Fact, 'pieces' | 'result'> {
  const counted = countDifferences(first, second, reading)
  return {
    pieces: compareLetters(first, second, reading),
    result: counted ? { says: counted, tone: 'warning' } : { says: 'Same', tone: 'success' },
  }
}

/** A calendar day, whatever the reader's time zone. */
export const dayText = (day: string) => formatDate(`${day}T00:00`, 'll')

/** An organization that is listed elsewhere, or was reinstated, is not revoked now. */
function revocationsFact(revocations: RevocationRow[], isListed: boolean): Fact {
  const texts = revocations.map(({ revokedOn, reinstatedOn }) =>
    [`Revoked ${dayText(revokedOn)}`, reinstatedOn && `reinstated ${dayText(reinstatedOn)}`].filter(Boolean).join(', '),
  )
  const isRevoked = !isListed && revocations[0]?.reinstatedOn === null
  return {
    field: 'Revocations',
    first: undefined,
    second: texts.join('; '),
    result: isRevoked
      ? { says: 'Revoked', tone: 'danger' }
      : { says: revocations[0]?.reinstatedOn ? 'Reinstated' : 'Listed again' },
  }
}

// The codes of the IRS in words, as its documentation of the EO BMF extract gives them.

const subsections: Record<string, string> = {
  '02': '501(c)(2) title holding',
  '03': '501(c)(3)',
  '04': '501(c)(4) social welfare',
  '05': '501(c)(5) labor, agriculture',
  '06': '501(c)(6) business league',
  '07': '501(c)(7) social club',
  '08': '501(c)(8) fraternal beneficiary',
  '10': '501(c)(10) fraternal lodge',
  '12': '501(c)(12) mutual company',
  '13': '501(c)(13) cemetery',
  '19': '501(c)(19) veterans',
  '40': '501(d) religious association',
  '50': '501(e) hospital service',
  '60': '501(f) school service',
  '70': '501(k) child care',
  '71': '501(n) risk pool',
  '82': '527 political',
  '90': '4947(a)(2) split-interest trust',
  '91': '4947(a)(2) split-interest trust',
  '92': '4947(a)(1) trust',
}

const deductibilities: Record<string, string> = {
  '0': 'Undetermined',
  '1': 'Deductible',
  '2': verdictGroupNames['not-deductible'],
  '4': 'Deductible by treaty',
}

const foundations: Record<string, string> = {
  '00': 'Not a 501(c)(3)',
  '02': 'Private operating foundation, exempt from excise',
  '03': 'Private operating foundation',
  '04': 'Private non-operating foundation',
  '09': 'Suspense',
  '10': 'Church, 170(b)(1)(A)(i)',
  '11': 'School',
  '12': 'Hospital or medical research',
  '13': 'Support of a college',
  '14': 'Governmental unit',
  '15': 'Publicly supported',
  '16': 'Publicly supported, 509(a)(2)',
  '17': 'Supporting, 509(a)(3)',
  '18': 'Testing for public safety',
  '21': 'Supporting, type I',
  '22': 'Supporting, type II',
  '23': 'Supporting, type III, functionally integrated',
  '24': 'Supporting, type III, not integrated',
}

const statuses: Record<string, string> = {
  '01': 'Unconditional exemption',
  '02': 'Conditional exemption',
  '12': 'Trust, 4947(a)(2)',
  '25': 'Terminating its private foundation status',
}

const affiliations: Record<string, string> = {
  '6': 'central organization',
  '7': 'intermediate organization',
  '8': 'central church organization',
  '9': 'subordinate',
}

function groupText(group: string, affiliation: string): string {
  if (group === '' || group === '0000') return 'In no group'
  return [group, affiliations[affiliation]].filter(Boolean).join(', ')
}

/** "Sep 2011" for 201109; undefined where it is not known. */
function rulingText(ruling: string): string | undefined {
  const month = `${ruling.slice(0, 4)}-${ruling.slice(4)}-01T00:00`
  return Number.isNaN(Date.parse(month)) ? undefined : formatDate(month, 'MMM YYYY')
}
