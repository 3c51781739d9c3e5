import type { ReviewStatus } from '@hikmah/contract/common'
import { findDecisionProblem, lacksEin, standingAfter } from '@hikmah/contract/tax-verification/decision-rule'
import type { Paper, ReasonCode, TaxDecision, TaxStatus, TaxVerdict } from '@hikmah/contract/tax-verification/schemas'
import { MAX_REASON, newestSubmission } from '@hikmah/contract/tax-verification/words'
import { EIN_INVALID, isSocialSecurity, lengthOf, SOCIAL_SECURITY } from '@hikmah/contract/words'
import { hashKey } from '@tanstack/react-query'
import { plural } from '../../kit/format/texts.ts'

/**
 * Whether a verdict differs from the one seen. The same result of a new check does not count, nor does a different
 * order.
 */
function isOtherVerdict(newer: TaxVerdict | null, older: TaxVerdict | null): boolean {
  const said = (verdict: TaxVerdict | null) =>
    verdict && hashKey([verdict.outcome, verdict.row, verdict.deductible, verdict.revocations])
  return said(newer) !== said(older)
}

export interface DecisionValues {
  ein: string
  einStatus: ReviewStatus | null
  exemptStatus: ReviewStatus | null
  reason: string
  reasonCode: ReasonCode | null
  missing: Paper[]
  message: string
  /** For a new submission, while the review stays open. */
  isAsking: boolean
}

export type Question = 'einStatus' | 'exemptStatus'

export const questions: Question[] = ['einStatus', 'exemptStatus']
export const questionLabels = { einStatus: 'EIN status', exemptStatus: 'Tax exemption status' }
/** The first question that is still to be answered. */
export const pendingOf = (values: DecisionValues) => questions.find((question) => values[question] === 'Pending')

const EIN_LENGTH = 10

export const valuesOf = ({ taxIdEin, taxIdEinDetail, taxExemptDetail }: TaxStatus): DecisionValues => ({
  ein: taxIdEin,
  einStatus: taxIdEinDetail.status,
  exemptStatus: taxExemptDetail.status,
  reason: '',
  reasonCode: null,
  missing: [],
  message: '',
  isAsking: false,
})

const differs = (base: TaxStatus, values: DecisionValues, field: keyof DecisionValues) =>
  valuesOf(base)[field] !== values[field]

export const isChanged = (base: TaxStatus, values: DecisionValues) =>
  (['ein', 'einStatus', 'exemptStatus', 'reason', 'message', 'isAsking'] as const).some((field) =>
    differs(base, values, field),
  )

/** A decided review that goes back to Pending: a new event, the decision stays in the history. */
export const reopens = (before: ReviewStatus | null, after: ReviewStatus | null) =>
  after === 'Pending' && (before === 'Approved' || before === 'Rejected')

/** Whoever reopens an EIN reopens the exemption that was approved for it, which cannot stay without it. */
export function withExemption(base: TaxStatus, values: DecisionValues): DecisionValues {
  const before = valuesOf(base)
  const isLeft = before.exemptStatus === 'Approved' && lacksEin(values)
  return isLeft && reopens(before.einStatus, values.einStatus) ? { ...values, exemptStatus: 'Pending' } : values
}

const becomesRejected = (base: TaxStatus, values: DecisionValues, field: Question) =>
  values[field] === 'Rejected' && differs(base, values, field)

const rejects = (base: TaxStatus, values: DecisionValues) =>
  becomesRejected(base, values, 'exemptStatus') || becomesRejected(base, values, 'einStatus')

/** The exemption cannot be rejected without a reason; the EIN may be. */
export const asksReason = (base: TaxStatus, values: DecisionValues) => values.isAsking || rejects(base, values)
export const needsReason = (base: TaxStatus, values: DecisionValues) => becomesRejected(base, values, 'exemptStatus')

/** A length of 9 or less is an error (first seed, section 5). */
export function einProblem(ein: string): string | undefined {
  if (isSocialSecurity(ein)) return SOCIAL_SECURITY
  return ein.length < EIN_LENGTH ? EIN_INVALID : undefined
}

/** Why this decision cannot be saved, or undefined when it can. */
export function whyNotSaved(base: TaxStatus, values: DecisionValues): string | undefined {
  if (!isChanged(base, values) && !base.irsChange) return 'No changes yet'
  const before = valuesOf(base)
  const isDecidedAnew = questions.some((field) => differs(base, values, field))
  const problem = findDecisionProblem(before, standingAfter(before, values), {
    reason: values.reason.trim(),
    missing: values.missing,
    isAsking: values.isAsking,
    isConfirming: base.irsChange !== null && !isDecidedAnew && !values.isAsking,
  })
  const why = problem?.text ?? einProblem(values.ein)
  if (why) return why
  if (asksReason(base, values) && lengthOf(values.reason) > MAX_REASON) return 'The reason is too long'
  if (lengthOf(values.message) > MAX_REASON) return 'The message is too long'
  return undefined
}

/** Changed since then: saved by somebody, or looked up with the IRS again. */
export const isNewer = (newer: TaxStatus, base: TaxStatus) =>
  newer.version > base.version || (newer.version === base.version && isOtherVerdict(newer.verdict, base.verdict))

/** Newer papers void a choice, and so does a changed IRS record. */
export const isVoidedBy = (newer: TaxStatus, base: TaxStatus) =>
  isNewer(newer, base) &&
  (newestSubmission(newer)?._id !== newestSubmission(base)?._id || isOtherVerdict(newer.verdict, base.verdict))

/** What is sent. The version and the submission say which review was looked at. */
export function bodyOf(base: TaxStatus, values: DecisionValues): TaxDecision {
  const seen = newestSubmission(base)
  const reason = values.reason.trim()
  const isReasoned = asksReason(base, values)
  return {
    taxIdEin: values.ein,
    taxIdEinDetail: { status: values.einStatus },
    taxExemptDetail: { status: values.exemptStatus },
    ...(isReasoned && reason !== '' && { reason, ...(values.reasonCode && { reasonCode: values.reasonCode }) }),
    ...(isReasoned && values.missing.length > 0 && { missing: values.missing }),
    ...(values.isAsking && { askForNewSubmission: true }),
    ...(values.message.trim() !== '' && { message: values.message.trim() }),
    version: base.version,
    ...(seen && { submissionId: seen._id }),
  }
}

/** "Saving records 2 events, reviewed by you. Yusuf Rahmani sees the rejection reason." */
export function effectOf(base: TaxStatus, values: DecisionValues, admin: string): string {
  const events = questions.filter((field) => differs(base, values, field)).length
  const reader = admin || 'The organization admin'
  const isLookedAt = events === 0 && base.irsChange
  const waits = [values.einStatus, values.exemptStatus].includes('Pending')
  return [
    isLookedAt
      ? `Saving records that you looked at the changed record. The decision stays as it is${waits ? '.' : ', and the review leaves the queue.'}`
      : events > 0
        ? `Saving records ${plural(events, 'event')}, reviewed by you.`
        : 'Saving records no event.',
    differs(base, values, 'ein') && 'The EIN on record changes.',
    values.isAsking && `${reader} is asked to submit again.`,
    rejects(base, values) && values.reason.trim() !== '' && `${reader} sees the rejection reason.`,
    values.message.trim() !== '' && `${reader} gets the message.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** This person's changes, on top of what somebody else has saved. */
export function onTopOf(theirs: TaxStatus, base: TaxStatus, values: DecisionValues): DecisionValues {
  const newer = valuesOf(theirs)
  return {
    ...values,
    ein: differs(base, values, 'ein') ? values.ein : newer.ein,
    einStatus: differs(base, values, 'einStatus') ? values.einStatus : newer.einStatus,
    exemptStatus: differs(base, values, 'exemptStatus') ? values.exemptStatus : newer.exemptStatus,
  }
}
