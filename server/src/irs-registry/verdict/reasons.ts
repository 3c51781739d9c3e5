import type { RegistryEvidence, RegistryQuestion } from '@hikmah/contract/irs-registry/endpoints'
import type { RegistryKind } from '@hikmah/contract/irs-registry/words'
import { publicationText } from './codes.ts'
import { ALIKE, type Comparison, isCentral, isSubordinate, SIMILAR } from './compare.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** Nov 9, 2026 */
export const dayText = (date: string) => day.format(new Date(date))

/** The day of a file, YYYY-MM-DD, where it was looked into. */
export const snapshotOf = (evidence: RegistryEvidence, kind: RegistryKind): string | undefined =>
  evidence.sources.find((source) => source.kind === kind)?.snapshotOn

const describeFile = (evidence: RegistryEvidence, kind: RegistryKind): string => {
  const on = snapshotOf(evidence, kind)
  return on ? `file of ${dayText(on)}` : 'file'
}

/** As FREMONT in the files, Fremont where it is read. */
const capitalized = (city: string) => city.toLowerCase().replace(/(^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase())
export const placeText = ({ city, state }: { city: string; state: string }) =>
  [capitalized(city), state].filter(Boolean).join(', ')

export function listedReasons({ taxIdEin }: RegistryQuestion, evidence: RegistryEvidence): string[] {
  const { row, deductible } = evidence
  const rowText = row
    ? `The IRS lists ${taxIdEin} as ${row.name}${row.sortName === '' ? '' : `, also named ${row.sortName},`} in ${placeText(row)} (${describeFile(evidence, 'eo-bmf')}).`
    : ''
  const groupText = row && isSubordinate(row) ? `It is exempt as a member of group exemption ${row.group}.` : ''
  const deductibleText = deductible
    ? `Publication 78 lists it as ${deductible.name} with ${publicationText(deductible)} in its ${describeFile(evidence, 'pub78')}.`
    : ''
  const bmf = !row && snapshotOf(evidence, 'eo-bmf')
  const aloneText = bmf ? `The file of exempt organizations of ${dayText(bmf)} does not have it.` : ''
  return [rowText, groupText, deductibleText, aloneText, ...pastRevocations(evidence)].filter(Boolean)
}

/** A revocation that is on record although the EIN is listed, or that was taken back. */
function pastRevocations({ revocations: [latest] }: RegistryEvidence): string[] {
  if (!latest) return []
  const revoked = `Its exemption was revoked on ${dayText(latest.revokedOn)}`
  return latest.reinstatedOn
    ? [`${revoked} and reinstated on ${dayText(latest.reinstatedOn)}.`]
    : [`${revoked}, no reinstatement date is on record, and yet it is listed.`]
}

export function nameReasons(question: RegistryQuestion, evidence: RegistryEvidence, comparison: Comparison): string[] {
  const { score, isSameState, isSameCity } = comparison
  const place = evidence.row ?? evidence.deductible
  if (!place) return []
  const where = placeText(place) || 'no state'
  const whereWeAre = placeText(question) || 'no place'
  const elsewhere = isSameState
    ? isSameCity
      ? []
      : [`The IRS has it in ${where}, the organization says ${whereWeAre}: a mailing address may be elsewhere.`]
    : [`The IRS has it in ${where}, the organization says ${whereWeAre}: compare the addresses.`]
  return [nameReason(question, score), ...centralReasons(evidence, score), ...elsewhere]
}

function nameReason({ orgName }: RegistryQuestion, score: number | null): string {
  if (score === null) return 'The organization has no name to compare with.'
  const percent = `${Math.floor(score * 100)}%`
  if (score >= ALIKE) return `The name is that of ${orgName} (${percent} similar).`
  return score >= SIMILAR
    ? `The name is like ${orgName}, but not the same (${percent} similar): compare both.`
    : `The name differs from ${orgName} (${percent} similar): the EIN may be mistyped or belong to somebody else.`
}

function centralReasons({ row }: RegistryEvidence, score: number | null): string[] {
  if (!row || !isCentral(row)) return []
  return score !== null && score >= ALIKE
    ? [`It is the central organization of group exemption ${row.group}.`]
    : [
        `The EIN is that of the central organization of group exemption ${row.group}: ask for the organization’s own EIN, or for the letter of the central organization that names it.`,
      ]
}

export function revokedReasons(
  question: RegistryQuestion,
  evidence: RegistryEvidence,
  { score }: Comparison,
): string[] {
  const [latest] = evidence.revocations
  if (!latest) return []
  const earlier = evidence.revocations.slice(1).filter(({ reinstatedOn }) => reinstatedOn)
  return [
    `The IRS revoked the exemption of ${question.taxIdEin}, ${latest.name}, on ${dayText(latest.revokedOn)} (${describeFile(evidence, 'revocations')}).`,
    'No reinstatement date is on record, and no list of exempt organizations has the EIN.',
    ...earlier.map(
      (event) =>
        `An earlier revocation of ${dayText(event.revokedOn)} was reversed on ${dayText(event.reinstatedOn ?? '')}.`,
    ),
    ...(score === null ? [] : [nameReason(question, score)]),
  ]
}

const CHURCH =
  'A house of worship is exempt without applying (IRC 508(c)(1)(A)), so this is no reason to reject: ask for the letter with the EIN (CP 575 or 147C), and for articles, a lease or deed, or the letter of a parent.'
const OTHER =
  'New EINs take weeks to appear, so this is no reason to reject: ask for the determination letter of the IRS.'
const SCHOOL = 'A school of a mosque need not be listed either: ask whether it belongs to one.'

export function notListedReasons({ taxIdEin, orgType }: RegistryQuestion, evidence: RegistryEvidence): string[] {
  const exempt = snapshotOf(evidence, 'eo-bmf')
  const deductible = snapshotOf(evidence, 'pub78')
  const lists = [
    ...(exempt ? [`the file of exempt organizations of ${dayText(exempt)}`] : []),
    ...(deductible ? [`Publication 78 of ${dayText(deductible)}`] : []),
  ]
  const [first = '', second] = lists
  const absent = second ? `Neither ${first} nor ${second} has ${taxIdEin}.` : `${taxIdEin} is not in ${first}.`
  const [latest] = evidence.revocations
  const reinstated = latest?.reinstatedOn
    ? [`Its exemption was revoked on ${dayText(latest.revokedOn)} and reinstated on ${dayText(latest.reinstatedOn)}.`]
    : []
  const hints = orgType.startsWith('Masjid') ? [CHURCH] : orgType.startsWith('Madarsa') ? [OTHER, SCHOOL] : [OTHER]
  return [absent, ...reinstated, ...hints]
}
