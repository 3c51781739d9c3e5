import { type Contradiction, type ContradictionCode, contradictionCodes, type ReviewStatus } from '../common.ts'
import type { RegistryRow, Verdict } from '../irs-registry/endpoints.ts'
import { describeVerdict, pub78Text, type VerdictOutcome } from '../irs-registry/words.ts'
import { organizationName } from '../organizations/words.ts'
import { dayText, lengthOf } from '../words.ts'
import type { ReviewStanding } from './rules.ts'
import type { EinHolder, Paper, TaxStatus } from './schemas.ts'
import { contradictionNames, describeCodes, MAX_AGAINST_REASON, saysEnough, WHY_AGAINST } from './words.ts'

/** Of an EIN that many organizations hold, an answer names this many. */
export const MAX_HOLDERS = 20

type FoundRow = Pick<RegistryRow, 'name' | 'subsection' | 'deductibility'>

/** What a decision is compared with. */
export interface ReviewRecord {
  /** On the EIN that is decided; null where it was never looked up. */
  verdict: (Pick<Verdict, 'outcome' | 'deductible' | 'revocations'> & { row: FoundRow | null }) | null
  /** Who else holds that EIN. */
  holders: readonly EinHolder[]
}

/**
 * What a decision contradicts, empty where it may be saved without a reason. Only what is decided now counts: `before`
 * stands, `after` would; a confirmation (`isConfirmed`) decides again all that stands. An approval of the exemption speaks
 * for the EIN as well. What the files do not list, or leave open, contradicts nothing.
 */
export function findContradictions(
  before: ReviewStanding,
  after: ReviewStanding,
  { verdict, holders }: ReviewRecord,
  { isConfirmed = false }: { isConfirmed?: boolean } = {},
): Contradiction[] {
  const isDecidedNow = (question: 'einStatus' | 'exemptStatus', status: ReviewStatus) =>
    after[question] === status && (isConfirmed || before[question] !== status || before.ein !== after.ein)
  const approvesExemption = isDecidedNow('exemptStatus', 'Approved')
  const approves = approvesExemption || isDecidedNow('einStatus', 'Approved')
  const rejects = isDecidedNow('exemptStatus', 'Rejected') || isDecidedNow('einStatus', 'Rejected')
  const { ein } = after
  const of = (outcome: VerdictOutcome) => (verdict?.outcome === outcome ? verdict : undefined)
  const [revoked, notC3, mismatch] = [of('REVOKED'), of('NOT_C3'), of('MISMATCH')]
  return [
    ...(approvesExemption && revoked ? [describeRevoked(ein, revoked)] : []),
    ...(approvesExemption && notC3 ? [describeNotC3(ein, notC3)] : []),
    ...(approves && mismatch ? [describeOtherName(ein, mismatch)] : []),
    ...(approves ? holders.map(describeHolder) : []),
    ...(rejects && verdict && describeVerdict(verdict.outcome).group === 'match' ? [describeMatch(ein)] : []),
  ]
}

/** What the record holds against the decisions that stand, however they came about: "Exemption revoked"; '' for nothing. */
export function describeStanding({
  taxIdEin: ein,
  taxIdEinDetail,
  taxExemptDetail,
  verdict,
  holders,
}: TaxStatus): string {
  const standing = { ein, einStatus: taxIdEinDetail.status, exemptStatus: taxExemptDetail.status }
  const isConfirmed = true
  return describeCodes(codesOf(findContradictions(standing, standing, { verdict, holders }, { isConfirmed })))
}

type Found = NonNullable<ReviewRecord['verdict']>

function describeRevoked(ein: string, { revocations: [latest] }: Found): Contradiction {
  const on = latest ? ` on ${dayText(latest.revokedOn)}` : ''
  return {
    code: 'REVOKED',
    text: `The IRS revoked the exemption of ${ein}${on}, and no file says that it was reinstated.`,
  }
}

/** The section of the law comes first: it says why nothing is deductible. */
function describeNotC3(ein: string, { row, deductible }: Found): Contradiction {
  if (row && row.subsection !== '03') {
    const section = Number(row.subsection)
    const listed = section >= 1 && section <= 29 ? ` under section 501(c)(${section})` : ''
    return { code: 'NOT_C3', text: `The IRS lists ${ein}${listed}, but not as a 501(c)(3).` }
  }
  const text = !row
    ? `Publication 78 lists ${ein} as “${pub78Text(deductible?.codes ?? [])}”, not as a public charity.`
    : row.deductibility === '2'
      ? `The IRS says that contributions to ${ein} are not deductible.`
      : `The IRS lists ${ein} as a trust, contributions to which are not deductible without conditions.`
  return { code: 'NOT_DEDUCTIBLE', text }
}

const describeOtherName = (ein: string, { row, deductible }: Found): Contradiction => ({
  code: 'NAME_DIFFERS',
  text: `The IRS lists ${ein} as ${(row ?? deductible)?.name ?? 'another organization'}.`,
})

/** Masjid An-Noor (Approved), Masjid Hamza (Pending, blocked) */
export const holderText = ({ orgName, einStatus, isBlocked }: EinHolder) =>
  `${organizationName(orgName)} (${[einStatus ?? 'not submitted', isBlocked && 'blocked'].filter(Boolean).join(', ')})`

export const describeHolder = (holder: EinHolder): Contradiction => ({
  code: 'EIN_OF_ANOTHER',
  text: `${holderText(holder)} has this EIN too.`,
  organization: { _id: holder._id, orgName: holder.orgName },
})

const describeMatch = (ein: string): Contradiction => ({
  code: 'REJECTED_MATCH',
  text: `The IRS lists ${ein} under this name, and contributions to it are deductible.`,
})

/** Each code once. */
export const codesOf = (contradictions: readonly Pick<Contradiction, 'code'>[]): ContradictionCode[] =>
  contradictionCodes.filter((code) => contradictions.some((contradiction) => contradiction.code === code))

export const hasSameCodes = (contradictions: readonly Contradiction[], codes: readonly ContradictionCode[]) =>
  new Set([...codesOf(contradictions), ...codes]).size === codesOf(contradictions).length &&
  codesOf(contradictions).every((code) => codes.includes(code))

/** Why a decision cannot be saved with that reason; undefined when it can. */
export function whyNotAgainst(contradictions: readonly Contradiction[], reason: string): string | undefined {
  const fits = lengthOf(reason.trim()) <= MAX_AGAINST_REASON && saysEnough(reason)
  return contradictions.length > 0 && !fits ? WHY_AGAINST : undefined
}

interface AgainstTexts {
  /** Above the question for the reason. */
  head: string
  /** The papers that would settle it. */
  ask: { label: string; papers: Paper[] }
  proposals: readonly Proposal[]
}

/** A reason that is offered; whoever decides may change it. */
export interface Proposal {
  label: string
  text: string
}

const SAYS_OTHERWISE = 'The IRS record says otherwise'
const LETTER_SEEN = {
  label: 'Determination letter seen',
  text: 'A determination letter of the IRS that is newer than its files was seen.',
}
const ASK_FOR_LETTER = { label: 'Ask for the determination letter', papers: ['determination-letter'] } satisfies Ask
const ASK_FOR_EIN_LETTER = { label: 'Ask for the EIN letter', papers: ['ein-letter'] } satisfies Ask
type Ask = AgainstTexts['ask']

export const againstTexts: Record<ContradictionCode, AgainstTexts> = {
  REVOKED: {
    head: SAYS_OTHERWISE,
    ask: { label: 'Ask for the reinstatement letter', papers: ['determination-letter'] },
    proposals: [
      { label: 'IRS said so by phone', text: 'The IRS said by phone that the exemption was reinstated.' },
      { label: 'Reinstatement letter seen', text: 'The letter of the IRS that reinstates the exemption was seen.' },
    ],
  },
  NOT_C3: {
    head: SAYS_OTHERWISE,
    ask: ASK_FOR_LETTER,
    proposals: [
      LETTER_SEEN,
      { label: 'Parent is a 501(c)(3)', text: 'The group ruling of its parent organization, a 501(c)(3), is on file.' },
    ],
  },
  NOT_DEDUCTIBLE: {
    head: SAYS_OTHERWISE,
    ask: ASK_FOR_LETTER,
    proposals: [
      LETTER_SEEN,
      { label: 'Group ruling on file', text: 'The group ruling of its parent organization is on file.' },
    ],
  },
  NAME_DIFFERS: {
    head: SAYS_OTHERWISE,
    ask: ASK_FOR_EIN_LETTER,
    proposals: [
      { label: 'Legal name changed', text: 'Its legal name has changed; the amended articles were seen.' },
      { label: 'Goes by another name', text: 'The IRS has its legal name, and it goes by another one.' },
      { label: 'EIN letter seen', text: 'The EIN letter of the IRS that names this organization was seen.' },
    ],
  },
  EIN_OF_ANOTHER: {
    head: 'Another organization has this EIN',
    ask: ASK_FOR_EIN_LETTER,
    proposals: [
      { label: 'Parent and branch', text: 'It shares the EIN of its parent organization.' },
      { label: 'Two places, one organization', text: 'Both are places of one organization, which has one EIN.' },
    ],
  },
  REJECTED_MATCH: {
    head: 'The IRS record matches',
    ask: { label: 'Ask for papers instead', papers: ['determination-letter'] },
    proposals: [
      { label: 'Not its officer', text: 'Whoever sent this is not an officer of the organization.' },
      { label: 'Duplicate', text: 'The organization is on the platform already, under another name.' },
      { label: 'Letter altered', text: 'The letter was altered: it differs from what the IRS has.' },
    ],
  },
}

const IN_GROUP = { label: 'Members of one group', text: 'Both are members of one group ruling, which covers this EIN.' }

/** The reasons that are offered; those of the gravest contradiction come first. */
export function proposeReasons(contradictions: readonly Contradiction[], outcome: VerdictOutcome | null): Proposal[] {
  return codesOf(contradictions).flatMap((code) => [
    ...(code === 'EIN_OF_ANOTHER' && outcome === 'VERIFIED_GROUP' ? [IN_GROUP] : []),
    ...againstTexts[code].proposals,
  ])
}

/** Revoked, and you chose Approved */
export function againstStrip(contradictions: readonly Contradiction[], outcome: VerdictOutcome | null): string {
  const codes = codesOf(contradictions)
  const found = codes[0] === 'EIN_OF_ANOTHER' ? contradictionNames.EIN_OF_ANOTHER : describeVerdict(outcome).name
  return `${found}, and you chose ${codes[0] === 'REJECTED_MATCH' ? 'Rejected' : 'Approved'}`
}

export const AGAINST_THE_RECORD = 'against the record'

export function againstAction(contradictions: readonly Contradiction[]): string {
  const codes = codesOf(contradictions)
  const rejects = codes.includes('REJECTED_MATCH')
  return `${rejects ? (codes.length > 1 ? 'Decide' : 'Reject') : 'Approve'} ${AGAINST_THE_RECORD}`
}

/** The answer to a decision that contradicts the record, without a reason or with one for other contradictions. */
export const AGAINST_REFUSAL = 'This decision contradicts the record. Say why, or decide otherwise.'
export const NOT_AGAINST = 'This decision does not contradict the record any more. Look at the record and save again.'
