import { ALIKE, SIMILAR } from '@hikmah/contract/irs-registry/compare-names'
import type {
  DeductibleRow,
  RegistryEvidence,
  RegistryQuestion,
  RegistryRow,
} from '@hikmah/contract/irs-registry/endpoints'
import { pub78Text, type RegistryKind, type VerdictOutcome } from '@hikmah/contract/irs-registry/words'
import { dayText } from '@hikmah/contract/words'
import { type Comparison, isCentral, isSubordinate } from './compare.ts'

/** What the codes of an organization's own row say against a match. */
type CodeFinding = { outcome: VerdictOutcome; reason: string }

const privateFoundations: Record<string, string> = {
  '02': 'a private operating foundation that pays no excise tax',
  '03': 'a private operating foundation',
  '04': 'a private foundation',
}

/** The subsections of section 501(c), and other kinds that are not a 501(c)(3). */
const subsections: Record<string, string> = {
  '02': 'a title holding company',
  '04': 'a social welfare organization',
  '05': 'a labor or agricultural organization',
  '06': 'a business league',
  '07': 'a social club',
  '08': 'a fraternal society',
  '09': 'an employees’ benefit association',
  '10': 'a fraternal lodge',
  '12': 'a mutual benefit company',
  '13': 'a cemetery company',
  '14': 'a credit union',
  '15': 'a mutual insurance company',
  '19': 'a veterans’ organization',
  '40': 'a religious apostolic association',
  '82': 'a political organization',
  '90': 'a split-interest trust',
  '91': 'a trust with a charitable part',
  '92': 'a charitable trust that is taxed',
}

/** “Public charity, code PC” */
const publicationText = ({ codes }: DeductibleRow): string => `“${pub78Text(codes) || 'no code'}”`

export function judgeCodes(row: RegistryRow): CodeFinding | undefined {
  if (row.subsection !== '03') {
    const kind = subsections[row.subsection] ?? 'another kind of organization'
    return not501c3(
      `The IRS lists it as ${kind} (code ${row.subsection}), not as a 501(c)(3): contributions are not deductible as charity.`,
    )
  }
  if (row.deductibility === '2') return not501c3('The IRS says that contributions to it are not deductible (code 2).')
  const foundation = privateFoundations[row.foundation]
  if (foundation)
    return {
      outcome: 'PRIVATE_FOUNDATION',
      reason: `It is ${foundation} (code ${row.foundation}), not a public charity.`,
    }
  if (row.status === '25') {
    return { outcome: 'PRIVATE_FOUNDATION', reason: 'It is ending its status as a private foundation (code 25).' }
  }
  if (row.status === '12')
    return not501c3('It is a trust under section 4947(a)(2) (status 12), whose exemption is not unconditional.')
  if (row.deductibility === '1') return
  return {
    outcome: 'DEDUCT_UNKNOWN',
    reason:
      row.deductibility === '4'
        ? 'Contributions are deductible by treaty only (code 4): ask for the IRS letter.'
        : `The IRS has not determined whether contributions are deductible (code ${row.deductibility || 'missing'}), as is the case for some well-known mosques: ask for its IRS letter. This is no reason to reject.`,
  }
}

/** For an organization that only Publication 78 lists. */
export function judgePublicationCodes(row: DeductibleRow): CodeFinding | undefined {
  const has = (...some: string[]) => some.some((code) => row.codes.includes(code))
  const listed = `Publication 78 has it with ${publicationText(row)}`
  if (has('PF', 'POF')) return { outcome: 'PRIVATE_FOUNDATION', reason: `${listed}: it is not a public charity.` }
  if (has('PC', 'GROUP', 'SO', 'SONFI')) return
  if (has('EO', 'LODGE', 'FED')) return not501c3(`${listed}: it is not a public charity.`)
  return {
    outcome: 'DEDUCT_UNKNOWN',
    reason: `${listed}, which does not settle what is deductible: ask for the IRS letter.`,
  }
}

const not501c3 = (reason: string): CodeFinding => ({ outcome: 'NOT_C3', reason })

/** The day of a file, YYYY-MM-DD, if it was imported. */
export const snapshotDate = (evidence: RegistryEvidence, kind: RegistryKind): string | undefined =>
  evidence.sources.find((source) => source.kind === kind)?.snapshotOn

const describeFile = (evidence: RegistryEvidence, kind: RegistryKind): string => {
  const on = snapshotDate(evidence, kind)
  return on ? `file of ${dayText(on)}` : 'file'
}

/** FREMONT in the files is Fremont. */
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
    ? `Publication 78 lists ${deductible.name} as ${publicationText(deductible)} (${describeFile(evidence, 'pub78')}).`
    : ''
  const bmf = !row && snapshotDate(evidence, 'eo-bmf')
  const aloneText = bmf ? `The file of exempt organizations of ${dayText(bmf)} does not have it.` : ''
  return [rowText, groupText, deductibleText, aloneText, ...pastRevocations(evidence)].filter(Boolean)
}

function pastRevocations({ revocations: [latest] }: RegistryEvidence): string[] {
  if (!latest) return []
  const revoked = `Revoked ${dayText(latest.revokedOn)}`
  return latest.reinstatedOn
    ? [`${revoked}; reinstated ${dayText(latest.reinstatedOn)}.`]
    : [`${revoked} without a reinstatement date, and yet it is listed.`]
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
  if (score >= ALIKE) return `The name matches ${orgName}${score < 1 ? ', apart from spelling' : ''}.`
  return score >= SIMILAR
    ? `Similar name to ${orgName} (${percent}). Check that both are the same organization.`
    : `Different name from ${orgName} (${percent} alike). The EIN may be mistyped or belong to another organization.`
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
    'Not reinstated, and not on any current IRS list.',
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
const SCHOOL = 'A mosque’s school may not be listed separately. Ask whether it belongs to one.'

export function notListedReasons({ taxIdEin, orgType }: RegistryQuestion, evidence: RegistryEvidence): string[] {
  const exempt = snapshotDate(evidence, 'eo-bmf')
  const deductible = snapshotDate(evidence, 'pub78')
  const files = [
    ...(exempt ? [`exempt organizations of ${dayText(exempt)}`] : []),
    ...(deductible ? [`Publication 78 of ${dayText(deductible)}`] : []),
  ]
  const absent =
    exempt && exempt === deductible
      ? `${taxIdEin} is not in the IRS files of ${dayText(exempt)}.`
      : `${taxIdEin} is not in the IRS ${files.length > 1 ? 'files' : 'file'}: ${files.join(', ')}.`
  const [latest] = evidence.revocations
  const reinstated = latest?.reinstatedOn
    ? [`Revoked ${dayText(latest.revokedOn)}; reinstated ${dayText(latest.reinstatedOn)}.`]
    : []
  const hints = orgType.startsWith('Masjid') ? [CHURCH] : orgType.startsWith('Madarsa') ? [OTHER, SCHOOL] : [OTHER]
  return [absent, ...reinstated, ...hints]
}
