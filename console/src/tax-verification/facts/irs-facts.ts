import type { RevocationRow } from '@hikmah/contract/irs-registry/endpoints'
import { inWords, pub78Text, verdictGroupNames } from '@hikmah/contract/irs-registry/words'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import type { TaxVerdict } from '@hikmah/contract/tax-verification/schemas'
import { decisionFields, LEGAL_NAME } from '@hikmah/contract/tax-verification/words'
import { formatDate } from '../../kit/format/dates.ts'
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
/** The IRS files are in capitals and mostly without punctuation, so these are not differences. */
export const looseReading: Reading = {
  isSame: (a, b) => a.toUpperCase() === b.toUpperCase(),
  counts: (letter) => /[\p{L}\p{N}]/u.test(letter),
}

export const NOTHING_TO_COMPARE = 'Not compared'

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

export interface IrsFact {
  field: string
  ours: string | undefined
  irs: string | undefined
  note?: string
  pieces?: Piece[]
  /** A tick only where two sources agree. */
  result: { says: string; tone?: 'success' | 'warning' | 'danger' }
}

export type Claims = Pick<Organization, 'orgName' | 'orgShortName' | 'orgAddress'> & { ein: string; taxExempt: boolean }

/** From this similarity on, names count as the same; below the other, as unrelated (outcome table of the verdict). */
const SAME_NAME = 0.9
const SIMILAR_NAME = 0.6

const NOT_COMPARED = { says: NOTHING_TO_COMPARE }
const NOT_ASKED = { says: 'Not asked' }

/** Everything the files say about the EIN, next to what the organization says. Facts that no file has are left out. */
export function irsFacts(claims: Claims, evidence: Evidence): IrsFact[] {
  const { row, deductible, revocations } = evidence
  const isListed = row !== null || deductible !== null || revocations.length > 0
  const facts: (IrsFact | false)[] = [
    {
      field: decisionFields.ein,
      ours: claims.ein,
      irs: row?.ein ?? (isListed ? claims.ein : undefined),
      result:
        row || deductible
          ? { says: 'Listed', tone: 'success' }
          : { says: isListed ? 'Revocations only' : verdictGroupNames['not-listed'] },
    },
    nameFact(claims, evidence),
    placeFact(claims.orgAddress, row ?? deductible),
    row !== null && zipFact(claims.orgAddress.postalCode, row.zip),
    row !== null && subsectionFact(claims.taxExempt, row.subsection),
    row !== null && notAsked('Group', groupText(row.group, row.affiliation)),
    row !== null &&
      notAsked('Deductibility', deductibilityText(row.deductibility), deductibilityConcern[row.deductibility]),
    row !== null && notAsked('Foundation', foundationText(row.foundation), foundationConcern(row.foundation)),
    row !== null && notAsked('Ruling date', rulingText(row.ruling)),
    row !== null && notAsked('IRS status', irsStatusText(row.status), statusConcern[row.status]),
    deductible !== null && notAsked('Publication 78', pub78Text(deductible.codes)),
    revocations.length > 0 && revocationsFact(revocations, row !== null || deductible !== null),
  ]
  return facts.filter((fact) => fact !== false)
}

export const differs = ({ result: { tone } }: IrsFact) => tone === 'warning' || tone === 'danger'

const notAsked = (field: string, irs: string | undefined, concern?: string): IrsFact => ({
  field,
  ours: undefined,
  irs,
  result: concern ? { says: concern, tone: 'warning' } : NOT_ASKED,
})

const deductibilityConcern: Record<string, string> = {
  '0': 'Undetermined',
  '2': verdictGroupNames['not-deductible'],
  '4': 'By treaty',
}
const statusConcern: Record<string, string> = { '12': 'Trust', '25': 'Terminating' }
const foundationConcern = (code: string) => (['02', '03', '04'].includes(code) ? 'Private' : undefined)

function subsectionFact(taxExempt: boolean, code: string): IrsFact {
  const fact = {
    field: 'Subsection',
    ours: taxExempt ? 'Claims 501(c)(3)' : 'Claims no exemption',
    irs: subsectionText(code),
  }
  if (code !== '03') return { ...fact, result: { says: 'Not 501(c)(3)', tone: 'warning' } }
  return { ...fact, result: taxExempt ? { says: 'Same', tone: 'success' } : NOT_COMPARED }
}

/** The closer of the two IRS names is compared, and the other is mentioned. */
function nameFact({ orgName }: Claims, { row, deductible, revocations, score }: Evidence): IrsFact {
  const names = [
    { name: row?.name, label: 'First name' },
    { name: row?.sortName, label: 'Second name' },
    { name: row ? undefined : deductible?.name, label: 'Name in Publication 78' },
    { name: row || deductible ? undefined : revocations[0]?.name, label: 'Name in the list of revocations' },
  ].flatMap(({ name, label }) => (name ? [{ name, label, like: likeness(orgName, name) }] : []))
  const [nearest, ...others] = names.toSorted((a, b) => b.like - a.like)
  const fact = { field: LEGAL_NAME, ours: orgName, irs: nearest?.name }
  if (!nearest || orgName === '') return { ...fact, result: NOT_COMPARED }
  const note = [
    nearest.label !== 'First name' && nearest.label,
    ...others.map(({ name, label }) => `${label}: ${name}`),
  ]
    .filter(Boolean)
    .join('. ')
  const comparison = compareTexts(orgName, nearest.name)
  const isSame = comparison.result.tone === 'success'
  const result =
    isSame || score === null
      ? comparison.result
      : score >= SAME_NAME
        ? ({ says: 'Same name', tone: 'success' } as const)
        : { ...comparison.result, tone: score < SIMILAR_NAME ? ('danger' as const) : ('warning' as const) }
  return { ...fact, ...comparison, result, note: note || undefined }
}

function likeness(ours: string, irs: string): number {
  const same = compareLetters(ours, irs, looseReading).reduce(
    (sum, piece) => sum + (piece.isSame ? piece.second.length : 0),
    0,
  )
  return same / Math.max(ours.length, irs.length, 1)
}

type Place = { city: string; state: string } | null

function placeFact({ city, state }: Claims['orgAddress'], irs: Place): IrsFact {
  const placeText = (place: Place) => [place?.city, place?.state].filter(Boolean).join(', ') || undefined
  const [ours, theirs] = [placeText({ city, state }) ?? '', placeText(irs)]
  const fact = { field: 'City, state', ours, irs: theirs }
  return ours && theirs ? { ...fact, ...compareTexts(ours, theirs) } : { ...fact, result: NOT_COMPARED }
}

const UNKNOWN_ZIP = '00000'

/** Only five digits are compared; the IRS file is stored without the last four. */
function zipFact(ours: string, zip: string): IrsFact {
  const irs = zip === '' || zip === UNKNOWN_ZIP ? undefined : zip
  const fact = { field: 'ZIP code', ours, irs }
  if (!ours || !irs) return { ...fact, result: NOT_COMPARED }
  const { pieces, result } = compareTexts(ours.slice(0, 5), irs)
  const rest = { first: ours.slice(5), second: '', isSame: true }
  return { ...fact, pieces: pieces && rest.first ? [...pieces, rest] : pieces, result }
}

function compareTexts(ours: string, irs: string): Required<Pick<IrsFact, 'pieces' | 'result'>> {
  const counted = countDifferences(ours, irs, looseReading)
  return {
    pieces: compareLetters(ours, irs, looseReading),
    result: counted ? { says: counted, tone: 'warning' } : { says: 'Same', tone: 'success' },
  }
}

/** A calendar day, whatever the reader's time zone. */
export const dayText = (day: string) => formatDate(`${day}T00:00`, 'll')

/** An organization that is listed elsewhere, or was reinstated, is not revoked now. */
function revocationsFact(revocations: RevocationRow[], isListed: boolean): IrsFact {
  const texts = revocations.map(({ revokedOn, reinstatedOn }) =>
    [`Revoked ${dayText(revokedOn)}`, reinstatedOn && `reinstated ${dayText(reinstatedOn)}`].filter(Boolean).join(', '),
  )
  const isRevoked = !isListed && revocations[0]?.reinstatedOn === null
  return {
    field: 'Revocations',
    ours: undefined,
    irs: texts.join('; '),
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

const subsectionText = inWords(subsections)
const deductibilityText = inWords(deductibilities)
const foundationText = inWords(foundations)
const irsStatusText = inWords(statuses)

function groupText(group: string, affiliation: string): string {
  if (group === '' || group === '0000') return 'In no group'
  return [group, affiliations[affiliation]].filter(Boolean).join(', ')
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "Sep 2011" for 201109; undefined where it is not known. */
function rulingText(ruling: string): string | undefined {
  const month = months[Number(ruling.slice(4)) - 1]
  return month && `${month} ${ruling.slice(0, 4)}`
}
