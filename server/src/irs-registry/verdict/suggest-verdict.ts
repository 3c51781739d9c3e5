import { ALIKE, SIMILAR } from '@hikmah/contract/irs-registry/compare-names'
import type {
  RegistryEvidence,
  RegistryQuestion,
  RegistryRow,
  RevocationRow,
  Verdict,
} from '@hikmah/contract/irs-registry/endpoints'
import {
  daysSince,
  describeVerdict,
  isStale,
  newestSnapshot,
  type VerdictOutcome,
} from '@hikmah/contract/irs-registry/words'
import { isSocialSecurity } from '@hikmah/contract/tax-verification/papers'
import { dayText } from '@hikmah/contract/words'
import { type Comparison, compare, isSubordinate } from './compare.ts'
import {
  judgeCodes,
  judgePublicationCodes,
  listedReasons,
  nameReasons,
  notListedReasons,
  placeText,
  revokedReasons,
  snapshotDate,
} from './reasons.ts'

/** Prefixes that the IRS does not list as assigned and that no row of its files has. */
const neverSeen = new Set('00 07 08 09 17 18 19 28 29 49 70 79 89'.split(' '))
/** Prefixes that it does not list either, of which a few old numbers exist. */
const rarelySeen = new Set('69 78 96 97'.split(' '))
const madeUp = new Set(['12-3456789', '98-7654321'])

const WELL_FORMED = /^\d{2}-\d{7}$/

/** An EIN has no check digit. */
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

const noRows = { row: null, deductible: null, revocations: [] }
const noEvidence: RegistryEvidence = { ...noRows, sources: [] }

/**
 * Compares an organization and its EIN with the files of the IRS. It suggests and a person decides: being absent is never
 * a reason to reject. Null without a file that lists exempt organizations. `near` are rows with similar names.
 */
export function suggestVerdict(
  asked: RegistryQuestion,
  evidence: RegistryEvidence,
  near: RegistryRow[],
  today: Date,
): Verdict | null {
  const ein = asked.taxIdEin.trim()
  const question = { ...asked, taxIdEin: ein }
  const stale = staleReason(evidence, today)
  const namesakes = findNamesakes(question, near)
  const problem = whyNoEin(ein)
  if (problem) {
    const reasons = [problem, ...namesakeReasons(namesakes)]
    return {
      ...evidence,
      ...noRows,
      outcome: 'INVALID',
      reasons,
      suggestion: { ...NOTHING, ...suggestEin(namesakes) },
      score: null,
      stale: stale !== undefined,
    }
  }
  if (!snapshotDate(evidence, 'eo-bmf') && !snapshotDate(evidence, 'pub78')) return null

  const comparison = compare(question, evidence)
  const { outcome, reasons } = judge(question, evidence, comparison, isContested(comparison, namesakes))
  const all = [...reasons, ...namesakeReasons(namesakes), ...listWarnings(ein), ...(stale ? [stale] : [])]
  const revokedOn = evidence.revocations[0]?.revokedOn ?? ''
  return {
    ...evidence,
    outcome,
    reasons: all,
    suggestion: {
      ...suggest(outcome, comparison.score, revokedOn),
      ...(describeVerdict(outcome).group !== 'match' && suggestEin(namesakes)),
    },
    score: comparison.score,
    stale: stale !== undefined,
  }
}

/** Absence first, then names, then codes, which say nothing if the EIN belongs to somebody else. */
function judge(
  question: RegistryQuestion,
  evidence: RegistryEvidence,
  comparison: Comparison,
  isContestedEin: boolean,
): Pick<Verdict, 'outcome' | 'reasons'> {
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
  const outcomeOfNames = judgeNames(comparison)
  if (outcomeOfNames) return { outcome: outcomeOfNames, reasons: [...listed, ...named] }
  if (isContestedEin) return { outcome: 'NAME_REVIEW', reasons: [...listed, ...named, CONTESTED] }

  const finding = row ? judgeCodes(row) : deductible ? judgePublicationCodes(deductible) : undefined
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

function judgeNames({ score, isSameState }: Comparison): VerdictOutcome | undefined {
  if (score !== null && score < SIMILAR) return 'MISMATCH'
  return score === null || score < ALIKE || !isSameState ? 'NAME_REVIEW' : undefined
}

/** A revocation that is newer than the files of exempt organizations counts. */
function isNewerThanListing(latest: RevocationRow, evidence: RegistryEvidence): boolean {
  const listedOn = [
    evidence.row && snapshotDate(evidence, 'eo-bmf'),
    evidence.deductible && snapshotDate(evidence, 'pub78'),
  ]
  return !latest.reinstatedOn && listedOn.every((day) => !day || day < (latest.postedOn ?? latest.revokedOn))
}

type Suggestion = Verdict['suggestion']

const NOTHING: Suggestion = { einStatus: 'Pending', exemptStatus: 'Pending', reason: '' }
const OF_ANOTHER: Suggestion = {
  ...NOTHING,
  reason: 'The IRS has this EIN under another name. Send us the EIN letter of your organization.',
  reasonCode: 'ein-of-another',
}

/** Only a match chooses anything in advance but a rejection: of an exemption that the IRS revoked under this name. */
function suggest(outcome: VerdictOutcome, score: number | null, revokedOn: string): Suggestion {
  if (describeVerdict(outcome).group === 'match') return { ...NOTHING, einStatus: 'Approved', exemptStatus: 'Approved' }
  if (outcome !== 'REVOKED') return NOTHING
  // A number that was typed wrong is often that of an organization which is long gone.
  if (score === null || score < SIMILAR) return OF_ANOTHER
  const reason = `The IRS revoked this tax exemption on ${dayText(revokedOn)}. Send us its letter of reinstatement.`
  return { ...NOTHING, exemptStatus: 'Rejected', reason, reasonCode: 'exemption-revoked' }
}

/** Why the files may be out of date: the newest of them is older than `STALE_DAYS`. */
function staleReason({ sources }: RegistryEvidence, today: Date): string | undefined {
  const newest = newestSnapshot(sources)
  if (!newest || !isStale(newest, today)) return
  return `The newest file of the IRS is ${daysSince(newest, today)} days old (${dayText(newest)}): what it says may have changed.`
}

type Namesake = { row: RegistryRow; fit: number; isSameCity: boolean }

/** Rows with the organization's name under another EIN, the best fit first. */
const findNamesakes = (question: RegistryQuestion, rows: RegistryRow[]): Namesake[] =>
  rows
    .filter(({ ein }) => ein !== question.taxIdEin)
    .map((row) => {
      const comparison = compare(question, { ...noEvidence, row })
      return { row, fit: rateFit(comparison), isSameCity: comparison.isSameCity }
    })
    .filter(({ fit }) => fit >= 0)
    .sort((a, b) => b.fit - a.fit)

/** Whether a namesake fits better than the row of this EIN, or equally well without the exact name. */
const isContested = (comparison: Comparison, [best]: Namesake[]): boolean =>
  best !== undefined && (best.fit > rateFit(comparison) || (best.fit === rateFit(comparison) && !comparison.isExact))

/** An exact name counts for more than the city; -1 for another name. */
const rateFit = ({ score, isExact, isSameCity }: Comparison): number =>
  score === null || score < ALIKE ? -1 : (isExact ? 2 : 0) + (isSameCity ? 1 : 0)

/** Many mosques share a name, so that only one in its own city is likely to be the organization. */
function suggestEin(namesakes: Namesake[]): Pick<Suggestion, 'ein'> {
  const [nearby, another] = namesakes.filter(({ isSameCity }) => isSameCity)
  return nearby && !another ? { ein: nearby.row.ein } : {}
}

const MAX_NAMESAKES = 5

const namesakeReasons = (namesakes: Namesake[]): string[] =>
  namesakes.slice(0, MAX_NAMESAKES).map(({ row }) => `The IRS lists this name in ${placeText(row)} under ${row.ein}.`)

const CONTESTED = 'Another EIN fits the name as well: compare the numbers with the letter of the IRS.'
