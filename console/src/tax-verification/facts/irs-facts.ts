import { pub78Text, type RevocationRow } from '@hikmah/contract/irs-registry/schemas'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import type { TaxVerdict } from '@hikmah/contract/tax-verification/schemas'
import { formatDate } from '../../kit/format/dates.ts'
import { howManyDiffer, looseReading, type Piece, piecesOf } from './differences.ts'
import { deductibilityText, foundationText, groupText, irsStatusText, rulingText, subsectionText } from './irs-codes.ts'

/** What the IRS files say about one EIN, and how it compares. */
export type Evidence = Omit<TaxVerdict, 'checkedAt'>

export interface IrsFact {
  field: string
  /** What the organization says; undefined if its form does not ask. */
  ours: string | undefined
  /** What the IRS says; undefined if its files do not say. */
  irs: string | undefined
  /** Further information from the files. */
  note?: string
  /** Where both differ, letter by letter. */
  pieces?: Piece[]
  /** A tick only where two sources agree. */
  result: { says: string; tone?: 'success' | 'warning' | 'danger' }
}

export type Claims = Pick<Organization, 'orgName' | 'orgShortName' | 'orgAddress'> & { ein: string; taxExempt: boolean }

/**
 * From this similarity on, names count as the same (the outcome table of the verdict); below the other they are
 * unrelated.
 */
const SAME_NAME = 0.9
const SIMILAR_NAME = 0.6

const NOT_COMPARED = { says: 'Not compared' }
const NOT_ASKED = { says: 'Not asked' }

/** Everything the files say about the EIN, next to what the organization says. Facts that no file has are left out. */
export function irsFacts(claims: Claims, evidence: Evidence): IrsFact[] {
  const { row, deductible, revocations } = evidence
  const isListed = row !== null || deductible !== null || revocations.length > 0
  const facts: (IrsFact | false)[] = [
    {
      field: 'Tax ID/EIN',
      ours: claims.ein,
      irs: row?.ein ?? (isListed ? claims.ein : undefined),
      result:
        row || deductible
          ? { says: 'Listed', tone: 'success' }
          : { says: isListed ? 'Revocations only' : 'Not listed' },
    },
    nameFact(claims, evidence),
    placeFact(claims.orgAddress, row ?? deductible),
    row !== null && zipFact(claims.orgAddress.postalCode, row.zip),
    row !== null && subsectionFact(claims.taxExempt, row.subsection),
    row !== null && asked('Group', groupText(row.group, row.affiliation)),
    row !== null &&
      asked('Deductibility', deductibilityText(row.deductibility), deductibilityConcern[row.deductibility]),
    row !== null && asked('Foundation', foundationText(row.foundation), foundationConcern(row.foundation)),
    row !== null && asked('Ruling date', rulingText(row.ruling)),
    row !== null && asked('IRS status', irsStatusText(row.status), statusConcern[row.status]),
    deductible !== null && asked('Publication 78', pub78Text(deductible.codes)),
    revocations.length > 0 && revocationsFact(revocations, row !== null || deductible !== null),
  ]
  return facts.filter((fact) => fact !== false)
}

export const differs = ({ result: { tone } }: IrsFact) => tone === 'warning' || tone === 'danger'

const asked = (field: string, irs: string | undefined, concern?: string): IrsFact => ({
  field,
  ours: undefined,
  irs,
  result: concern ? { says: concern, tone: 'warning' } : NOT_ASKED,
})

const deductibilityConcern: Record<string, string> = { '0': 'Undetermined', '2': 'Not deductible', '4': 'By treaty' }
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
  const fact = { field: 'Legal name', ours: orgName, irs: nearest?.name }
  if (!nearest || orgName === '') return { ...fact, result: NOT_COMPARED }
  const note = [
    nearest.label !== 'First name' && nearest.label,
    ...others.map(({ name, label }) => `${label}: ${name}`),
  ]
    .filter(Boolean)
    .join('. ')
  const found = compared(orgName, nearest.name)
  const isSame = found.result.tone === 'success'
  const result =
    isSame || score === null
      ? found.result
      : score >= SAME_NAME
        ? ({ says: 'Same name', tone: 'success' } as const)
        : { ...found.result, tone: score < SIMILAR_NAME ? ('danger' as const) : ('warning' as const) }
  return { ...fact, ...found, result, note: note || undefined }
}

/** 1 where nothing differs, 0 where nothing is the same. */
function likeness(ours: string, irs: string): number {
  const same = piecesOf(ours, irs, looseReading).reduce(
    (sum, piece) => sum + (piece.isSame ? piece.second.length : 0),
    0,
  )
  return same / Math.max(ours.length, irs.length, 1)
}

type Place = { city: string; state: string } | null

function placeFact({ city, state }: Claims['orgAddress'], irs: Place): IrsFact {
  const textOf = (place: Place) => [place?.city, place?.state].filter(Boolean).join(', ') || undefined
  const [ours, theirs] = [textOf({ city, state }) ?? '', textOf(irs)]
  const fact = { field: 'City, state', ours, irs: theirs }
  return ours && theirs ? { ...fact, ...compared(ours, theirs) } : { ...fact, result: NOT_COMPARED }
}

const UNKNOWN_ZIP = '00000'

/** Only five digits are compared; the IRS file is stored without the last four. */
function zipFact(ours: string, zip: string): IrsFact {
  const irs = zip === '' || zip === UNKNOWN_ZIP ? undefined : zip
  const fact = { field: 'ZIP code', ours, irs }
  if (!ours || !irs) return { ...fact, result: NOT_COMPARED }
  const { pieces, result } = compared(ours.slice(0, 5), irs)
  const rest = { first: ours.slice(5), second: '', isSame: true }
  return { ...fact, pieces: pieces && rest.first ? [...pieces, rest] : pieces, result }
}

function compared(ours: string, irs: string): Required<Pick<IrsFact, 'pieces' | 'result'>> {
  const counted = howManyDiffer(ours, irs, looseReading)
  return {
    pieces: piecesOf(ours, irs, looseReading),
    result: counted ? { says: counted, tone: 'warning' } : { says: 'Same', tone: 'success' },
  }
}

/** A calendar day, whatever the reader's time zone. */
export const dayText = (day: string) => formatDate(`${day}T00:00`, 'll')

/**
 * A revocation alone proves nothing: an organization that is listed elsewhere, or was reinstated, is not revoked now.
 */
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
