import type { RegistryRow, RevocationRow } from '@hikmah/contract/irs-registry/endpoints'
import { inWords, pub78Text, registryKindNames, verdictGroupNames } from '@hikmah/contract/irs-registry/words'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import type { TaxVerdict } from '@hikmah/contract/tax-verification/schemas'
import { dayText } from '@hikmah/contract/words'
import { formatDate, plural } from '../../kit/format/texts.ts'
import type { Run } from './compare-names.ts'

export type Evidence = Omit<TaxVerdict, 'checkedAt'>

export type Claims = Pick<Organization, 'orgName' | 'orgShortName' | 'orgType' | 'orgAddress'> & {
  ein: string
  taxExempt: boolean
}

/** What the organization says of a thing, and the IRS record where it has it. */
export interface Fact {
  field: string
  /** `against` contradicts an approval; `alike` is the same in other words; `alone` cannot be compared. */
  state: 'against' | 'differs' | 'alike' | 'same' | 'alone'
  sent?: Run[]
  irs?: Run[]
  /** The record as it is written. */
  exact?: string
  result?: string
  /** For screen readers, which do not convey the marks. */
  spoken?: string
  note?: string
}

/** What only the record has. */
export interface RecordFact {
  field: string
  text: string
  /** In the line that stands for all of them. */
  short: string
}

const concern = (field: string, state: 'against' | 'differs', result: string, note?: string): Fact => ({
  field,
  state,
  result,
  note,
})

const treaty: Record<string, string> = { '0': 'Undetermined', '4': 'Deductible by treaty' }
const trusts: Record<string, string> = { '12': 'Trust', '25': 'Terminating' }

/** What the record alone says against the exemption. */
export function listConcerns({ taxExempt }: Claims, evidence: Evidence): Fact[] {
  const { row } = evidence
  const codes = row && taxExempt && row.subsection === '03' ? row : undefined
  return [
    ...revocationConcerns(evidence),
    ...(codes?.deductibility === '2'
      ? [concern('Exemption', 'against', verdictGroupNames['not-deductible'], inWords(deductibilities, '2'))]
      : []),
    ...(codes && treaty[codes.deductibility]
      ? [concern('Deductibility', 'differs', treaty[codes.deductibility]!, `Code ${codes.deductibility}`)]
      : []),
    ...(codes && /^0[234]$/.test(codes.foundation)
      ? [concern('Foundation', 'differs', 'Private foundation', inWords(foundations, codes.foundation))]
      : []),
    ...(codes && trusts[codes.status]
      ? [
          concern(
            'IRS status',
            codes.status === '12' ? 'against' : 'differs',
            trusts[codes.status]!,
            inWords(statuses, codes.status),
          ),
        ]
      : []),
  ]
}

function revocationConcerns({ row, deductible, revocations: [latest], sources }: Evidence): Fact[] {
  if (!latest || latest.reinstatedOn) return []
  const result = `Revoked ${dayText(latest.revokedOn)}`
  if (!row && !deductible) {
    const why = 'No returns filed for three years. Not reinstated, not on any current list.'
    return [concern('Exemption', 'against', result, why)]
  }
  const listedOn = sources.find(({ kind }) => kind === (row ? 'eo-bmf' : 'pub78'))?.snapshotOn
  const isNewer = listedOn !== undefined && listedOn < (latest.postedOn ?? latest.revokedOn)
  const why = 'After the day of the file that lists it. Wait for the next file, or ask for the IRS letter.'
  return isNewer ? [concern('Exemption', 'differs', result, why)] : []
}

/** What only the record has, but for its names. */
export function listRecordFacts(claims: Claims, { row, deductible, revocations }: Evidence): RecordFact[] {
  const codes = deductible ? pub78Text(deductible.codes) : ''
  return [
    ...(row ? listRowFacts(claims, row) : []),
    ...(codes ? [{ field: 'Publication 78', text: codes, short: shorten(codes) }] : []),
    ...listRevocationFacts(revocations, row !== null || deductible !== null),
  ]
}

function listRowFacts({ taxExempt }: Claims, row: RegistryRow): RecordFact[] {
  const coded = (field: string, text: string | undefined): RecordFact[] =>
    text ? [{ field, text, short: shorten(text) }] : []
  const ruling = rulingText(row.ruling)
  return [
    ...(taxExempt ? [] : coded('Subsection', inWords(subsections, row.subsection))),
    ...coded('Foundation', inWords(foundations, row.foundation)),
    ...coded('Deductibility', inWords(deductibilities, row.deductibility)),
    ...(ruling ? [{ field: 'Ruling date', text: ruling, short: `ruling ${ruling}` }] : []),
    ...coded('Group', groupText(row.group, row.affiliation)),
    ...coded('IRS status', inWords(statuses, row.status)),
  ]
}

function listRevocationFacts(revocations: RevocationRow[], isListed: boolean): RecordFact[] {
  const current = revocations[0]?.reinstatedOn === null && !isListed ? revocations[0] : undefined
  const posted = current?.postedOn && dayText(current.postedOn)
  const past = revocations.filter((revocation) => revocation !== current).map(revocationText)
  return [
    ...(posted ? [{ field: 'Posted', text: posted, short: `posted ${posted}` }] : []),
    ...(isListed || revocations.length === 0
      ? []
      : [
          {
            field: 'Found in',
            text: registryKindNames.revocations,
            short: `found in: ${registryKindNames.revocations}`,
          },
        ]),
    ...(past.length > 0
      ? [{ field: 'Past revocations', text: past.join('; '), short: plural(past.length, 'past revocation') }]
      : []),
  ]
}

const revocationText = ({ revokedOn, reinstatedOn }: RevocationRow) =>
  [`Revoked ${dayText(revokedOn)}`, reinstatedOn && `reinstated ${dayText(reinstatedOn)}`].filter(Boolean).join(', ')

/** "church 170(b)(1)(A)(i)" of "Church, 170(b)(1)(A)(i), code 10". */
const shorten = (text: string) => lowerFirst(text.replaceAll(/, code \w+/g, '').replace(', 170', ' 170'))

/** Not of TX or of 501(c)(3). */
export const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

// The codes of the IRS in words, as its documentation of the EO BMF extract gives them.

export const subsections: Record<string, string> = {
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
  return [`Group ${group}`, affiliations[affiliation]].filter(Boolean).join(', ')
}

/** "Sep 2011" for 201109; undefined where it is not known. */
function rulingText(ruling: string): string | undefined {
  const month = `${ruling.slice(0, 4)}-${ruling.slice(4)}-01T00:00`
  return Number.isNaN(Date.parse(month)) ? undefined : formatDate(month, 'MMM YYYY')
}
