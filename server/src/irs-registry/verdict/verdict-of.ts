import type {
  RegistryEvidence,
  RegistryQuestion,
  RegistryRow,
  RevocationRow,
  Verdict,
} from '@hikmah/contract/irs-registry/endpoints'
import { daysSince, isStale, newestSnapshot, type VerdictOutcome } from '@hikmah/contract/irs-registry/words'
import { isSocialSecurity } from '@hikmah/contract/words'
import { deductibleFindingOf, findingOf } from './codes.ts'
import { ALIKE, type Comparison, compare, isSubordinate, SIMILAR } from './compare.ts'
import {
  dayText,
  listedReasons,
  nameReasons,
  notListedReasons,
  placeText,
  revokedReasons,
  snapshotOf,
} from './reasons.ts'

/** Prefixes that the IRS does not list as assigned and that no row of its files has. */
const neverSeen = new Set('00 07 08 09 17 18 19 28 29 49 70 79 89'.split(' '))
/** Prefixes that it does not list either, of which a few old numbers exist. */
const rarelySeen = new Set('69 78 96 97'.split(' '))
const madeUp = new Set(['12-3456789', '98-7654321'])

const WELL_FORMED = /^\d{2}-\d{7}$/

/** Why the text is no EIN, if it is none. An EIN has no check digit. */
function whyNoEin(text: string): string | undefined {
  if (WELL_FORMED.test(text)) return
  if (text === '') return 'There is no EIN to look up yet.'
  if (isSocialSecurity(text)) {
    return 'This looks like a social security number, which belongs to a person: ask for the EIN of the organization and do not keep this number.'
  }
  return 'This is not an EIN: an EIN has nine digits and is written like 12-3456789.'
}

/** What is odd about a well-formed EIN. None of it is proof. */
function listWarnings(ein: string): string[] {
  const prefix = ein.slice(0, 2)
  return [
    ...(neverSeen.has(prefix)
      ? [`The IRS has never been seen to assign a number that begins with ${prefix}: look for a typing error.`]
      : []),
    ...(rarelySeen.has(prefix)
      ? [`Few numbers begin with ${prefix}, which the IRS does not list as a prefix: compare it with the letter.`]
      : []),
    ...(madeUp.has(ein) || /^(\d)\1-\1{7}$/.test(ein)
      ? [`${ein} looks like a number typed to fill a field: ask for the IRS letter.`]
      : []),
  ]
}

const nothing = { row: null, deductible: null, revocations: [] }

interface Settled {
  outcome: VerdictOutcome
  reasons: string[]
}

/**
 * What the files of the IRS say of an organization and its EIN. It suggests, and a person decides; being absent is never
 * a reason to reject. Null where no file is imported that lists exempt organizations: nothing was looked into then, and
 * no verdict is the honest one. `near` are rows whose names sound like the organization's: one of them may be who is
 * meant. `today` is any moment of the day in UTC.
 */
export function verdictOf(
  asked: RegistryQuestion,
  evidence: RegistryEvidence,
  near: RegistryRow[],
  today: Date,
): Verdict | null {
  const ein = asked.taxIdEin.trim()
  const question = { ...asked, taxIdEin: ein }
  const stale = staleReason(evidence, today)
  const namesakes = findNamesakes(question, near)
  const isInvalid = whyNoEin(ein)
  if (isInvalid) {
    const reasons = [isInvalid, ...namesakeReasons(namesakes)]
    return { ...evidence, ...nothing, ...settle('INVALID', reasons), score: null, stale: stale !== undefined }
  }
  if (!snapshotOf(evidence, 'eo-bmf') && !snapshotOf(evidence, 'pub78')) return null

  const comparison = compare(question, evidence)
  const { outcome, reasons } = settledBy(question, evidence, comparison, isContested(comparison, namesakes))
  const all = [...reasons, ...namesakeReasons(namesakes), ...listWarnings(ein), ...(stale ? [stale] : [])]
  const revokedOn = evidence.revocations[0]?.revokedOn
  return {
    ...evidence,
    ...settle(outcome, all, comparison.score, revokedOn),
    score: comparison.score,
    stale: stale !== undefined,
  }
}

/** The first that holds: absent before names, names before codes; an EIN of somebody else has codes of somebody else. */
function settledBy(
  question: RegistryQuestion,
  evidence: RegistryEvidence,
  comparison: Comparison,
  isOthersToo: boolean,
): Settled {
  const { row, deductible } = evidence
  const latest = evidence.revocations[0]
  if (!row && !deductible) {
    if (latest && !latest.reinstatedOn)
      return { outcome: 'REVOKED', reasons: revokedReasons(question, evidence, comparison) }
    const isChurch = question.orgType === 'Masjid/Islamic Center'
    return { outcome: isChurch ? 'NOT_LISTED_CHURCH' : 'NOT_LISTED', reasons: notListedReasons(question, evidence) }
  }

  const listed = listedReasons(question, evidence)
  const named = nameReasons(question, evidence, comparison)
  const outcomeOfNames = byNames(comparison)
  if (outcomeOfNames) return { outcome: outcomeOfNames, reasons: [...listed, ...named] }
  if (isOthersToo) return { outcome: 'NAME_REVIEW', reasons: [...listed, ...named, CONTESTED] }

  const finding = row ? findingOf(row) : deductible ? deductibleFindingOf(deductible) : undefined
  if (finding) return { outcome: finding.outcome, reasons: [...listed, ...named, finding.reason] }
  if (latest && isNewerThanListing(latest, evidence)) {
    const again = `The IRS revoked its exemption on ${dayText(latest.revokedOn)}, after the day of the file that lists it: wait for the next file or ask for the IRS letter.`
    return { outcome: 'DEDUCT_UNKNOWN', reasons: [...listed, ...named, again] }
  }
  const reasons = [...listed, ...named, 'Contributions to it are deductible.']
  if (latest?.reinstatedOn) return { outcome: 'REINSTATED', reasons }
  const isInGroup = row ? isSubordinate(row) : deductible?.codes.includes('GROUP')
  return { outcome: isInGroup ? 'VERIFIED_GROUP' : 'VERIFIED', reasons }
}

function byNames({ score, isSameState }: Comparison): VerdictOutcome | undefined {
  if (score !== null && score < SIMILAR) return 'MISMATCH'
  return score === null || score < ALIKE || !isSameState ? 'NAME_REVIEW' : undefined
}

/** A list of exempt organizations that is older than the revocation cannot speak against it. */
function isNewerThanListing(latest: RevocationRow, evidence: RegistryEvidence): boolean {
  const listedOn = [
    evidence.row && snapshotOf(evidence, 'eo-bmf'),
    evidence.deductible && snapshotOf(evidence, 'pub78'),
  ]
  return !latest.reinstatedOn && listedOn.every((day) => !day || day < (latest.postedOn ?? latest.revokedOn))
}

const bothApproved: readonly VerdictOutcome[] = ['VERIFIED', 'VERIFIED_GROUP', 'REINSTATED']
/** The EIN is the organization's, whatever else is open. */
const einApproved: readonly VerdictOutcome[] = [...bothApproved, 'NOT_C3', 'PRIVATE_FOUNDATION', 'DEDUCT_UNKNOWN']

/** Only a revocation suggests a rejection: of the exemption, while the number stays the organization's own. */
function settle(
  outcome: VerdictOutcome,
  reasons: string[],
  score: number | null = null,
  revokedOn = '',
): Pick<Verdict, 'outcome' | 'reasons' | 'suggestion'> {
  if (outcome === 'REVOKED') {
    const reason = `The IRS revoked this tax exemption on ${dayText(revokedOn)}. Send us its letter of reinstatement.`
    const einStatus = score !== null && score >= ALIKE ? 'Approved' : 'Pending'
    return { outcome, reasons, suggestion: { einStatus, exemptStatus: 'Rejected', reason } }
  }
  return {
    outcome,
    reasons,
    suggestion: {
      einStatus: einApproved.includes(outcome) ? 'Approved' : 'Pending',
      exemptStatus: bothApproved.includes(outcome) ? 'Approved' : 'Pending',
      reason: '',
    },
  }
}

/** Why the files may be out of date: the newest of them is older than `STALE_DAYS`. */
function staleReason({ sources }: RegistryEvidence, today: Date): string | undefined {
  const newest = newestSnapshot(sources)
  if (!newest || !isStale(newest, today)) return
  return `The newest file of the IRS is ${daysSince(newest, today)} days old (${dayText(newest)}): what it says may have changed.`
}

interface Namesake {
  row: RegistryRow
  fit: number
}

/** Those of these rows that have the organization's name under another EIN, the best fit first. */
const findNamesakes = (question: RegistryQuestion, rows: RegistryRow[]): Namesake[] =>
  rows
    .filter(({ ein }) => ein !== question.taxIdEin)
    .map((row) => ({ row, fit: rateFit(compare(question, { ...noEvidence, row })) }))
    .filter(({ fit }) => fit >= 0)
    .sort((a, b) => b.fit - a.fit)

const noEvidence: RegistryEvidence = { row: null, deductible: null, revocations: [], sources: [] }

/**
 * Whether the EIN may be mistaken for that of a namesake: one has the name letter by letter while this EIN has it nearly,
 * or one is in the city of the organization and this EIN is not, or nothing tells the two apart.
 */
const isContested = (comparison: Comparison, [best]: Namesake[]): boolean =>
  best !== undefined && (best.fit > rateFit(comparison) || (best.fit === rateFit(comparison) && !comparison.isExact))

/** The name as it is written counts for more than the city; -1 for another name. */
const rateFit = ({ score, isExact, isSameCity }: Comparison): number =>
  score === null || score < ALIKE ? -1 : (isExact ? 2 : 0) + (isSameCity ? 1 : 0)

/** At most this many are shown to the reviewer. */
const NAMED = 5

const namesakeReasons = (namesakes: Namesake[]): string[] =>
  namesakes.slice(0, NAMED).map(({ row }) => `The IRS lists this name in ${placeText(row)} under ${row.ein}.`)

const CONTESTED = 'Another EIN fits the name as well: compare the numbers with the letter of the IRS.'
