import type { ReviewStatus } from '@hikmah/contract/common'
import {
  becomesRejected,
  confirmsDecision,
  findDecisionProblem,
  findEinProblem,
  isWaiting,
  lacksEin,
  reopens,
  standingAfter,
} from '@hikmah/contract/tax-verification/rules'
import {
  newestSubmission,
  type Paper,
  type ReasonCode,
  reasonCodes,
  reasons,
  type TaxDecision,
  type TaxStatus,
  type TaxVerdict,
} from '@hikmah/contract/tax-verification/schemas'
import { decisionFields, MAX_REASON } from '@hikmah/contract/tax-verification/words'
import { lengthOf } from '@hikmah/contract/words'
import { hashKey } from '@tanstack/react-query'
import { NO_CHANGES, plural } from '../../kit/format/texts.ts'
import type { LookedUp } from '../facts/IrsFacts.tsx'

export interface DecisionValues {
  ein: string
  einStatus: ReviewStatus | null
  exemptStatus: ReviewStatus | null
  reason: string
  reasonCode: ReasonCode | null
  missing: Paper[]
  message: string
  isAsking: boolean
}

export const questions = ['einStatus', 'exemptStatus'] as const
export type Question = (typeof questions)[number]
export const questionLabels = { einStatus: decisionFields.einStatus, exemptStatus: decisionFields.exemptStatus }

export const firstPending = (values: DecisionValues) => questions.find((question) => values[question] === 'Pending')

export const savedValues = ({ taxIdEin, taxIdEinDetail, taxExemptDetail }: TaxStatus): DecisionValues => ({
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
  savedValues(base)[field] !== values[field]

export const isChanged = (base: TaxStatus, values: DecisionValues) =>
  (['ein', 'einStatus', 'exemptStatus', 'reason', 'message', 'isAsking'] as const).some((field) =>
    differs(base, values, field),
  )

/** Whoever reopens an EIN reopens the exemption that was approved for it, which cannot stay without it. */
export function withExemption(base: TaxStatus, values: DecisionValues): DecisionValues {
  const before = savedValues(base)
  const isLeft = before.exemptStatus === 'Approved' && lacksEin(values)
  return isLeft && reopens(before.einStatus, values.einStatus) ? { ...values, exemptStatus: 'Pending' } : values
}

/** The exemption cannot be rejected without a reason; the EIN may be. */
export const needsReason = (base: TaxStatus, values: DecisionValues) =>
  becomesRejected(savedValues(base).exemptStatus, values.exemptStatus)

const rejects = (base: TaxStatus, values: DecisionValues) =>
  needsReason(base, values) || becomesRejected(savedValues(base).einStatus, values.einStatus)

export const asksReason = (base: TaxStatus, values: DecisionValues) => values.isAsking || rejects(base, values)

export function whyNotSave(base: TaxStatus, values: DecisionValues): string | undefined {
  if (!isChanged(base, values) && !base.irsChange) return NO_CHANGES
  const before = savedValues(base)
  const { reason = '', reasonCode, missing = [], message = '' } = decisionBody(base, values)
  const { isAsking } = values
  const problem = findDecisionProblem(before, standingAfter(before, values), {
    reason,
    hasReasonCode: reasonCode !== undefined,
    missing,
    message,
    isAsking,
    isConfirming: confirmsDecision(before, values, { isRecordChanged: base.irsChange !== null, isAsking }),
    hasEmail: !base.missing.includes('admin-email'),
    isBlocked: base.isBlocked,
  })
  const why = problem?.text ?? findEinProblem(values.ein)
  if (why) return why
  if (asksReason(base, values) && lengthOf(values.reason) > MAX_REASON) return 'The reason is too long'
  return lengthOf(values.message) > MAX_REASON ? 'The message is too long' : undefined
}

/** The version and the submission say which review was looked at. */
export function decisionBody(base: TaxStatus, values: DecisionValues): TaxDecision {
  const seen = newestSubmission(base)
  const reason = values.reason.trim()
  const message = values.message.trim()
  const isReasoned = asksReason(base, values)
  return {
    taxIdEin: values.ein,
    taxIdEinDetail: { status: values.einStatus },
    taxExemptDetail: { status: values.exemptStatus },
    ...(isReasoned && reason !== '' && { reason, ...(values.reasonCode && { reasonCode: values.reasonCode }) }),
    ...(isReasoned && values.missing.length > 0 && { missing: values.missing }),
    ...(values.isAsking && { askForNewSubmission: true }),
    ...(message !== '' && { message }),
    version: base.version,
    ...(seen && { submissionId: seen._id }),
  }
}

export function describeEffect(base: TaxStatus, values: DecisionValues, admin: string): string {
  const events = questions.filter((field) => differs(base, values, field)).length
  const reader = admin || 'The organization admin'
  const isLookedAt = events === 0 && base.irsChange
  return [
    isLookedAt
      ? `Saving records that you looked at the changed record. The decision stays as it is${isWaiting(values) ? '.' : ', and the review leaves the queue.'}`
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

/** This person's changes, on top of a version that somebody else has saved. */
export function onTopOf(theirs: TaxStatus, base: TaxStatus, values: DecisionValues): DecisionValues {
  const newer = savedValues(theirs)
  return {
    ...values,
    ein: differs(base, values, 'ein') ? values.ein : newer.ein,
    einStatus: differs(base, values, 'einStatus') ? values.einStatus : newer.einStatus,
    exemptStatus: differs(base, values, 'exemptStatus') ? values.exemptStatus : newer.exemptStatus,
  }
}

/** The same result of a new check, or its rows in another order, is no other verdict. */
function isOtherVerdict(newer: TaxVerdict | null, older: TaxVerdict | null): boolean {
  const hash = (verdict: TaxVerdict | null) =>
    verdict && hashKey([verdict.outcome, verdict.row, verdict.deductible, verdict.revocations])
  return hash(newer) !== hash(older)
}

/** Saved by somebody since, or looked up with the IRS again. */
export const isNewer = (newer: TaxStatus, base: TaxStatus) =>
  newer.version > base.version || (newer.version === base.version && isOtherVerdict(newer.verdict, base.verdict))

/** Newer papers void a choice, and so does a changed IRS record. */
export const isVoidedBy = (newer: TaxStatus, base: TaxStatus) =>
  isNewer(newer, base) &&
  (newestSubmission(newer)?._id !== newestSubmission(base)?._id || isOtherVerdict(newer.verdict, base.verdict))

/** The reason the verdict suggests for rejecting the exemption; only for the EIN on record. */
export function suggestedRejection({ evidence, isTyped }: LookedUp): string | undefined {
  if (!evidence || isTyped) return undefined
  const { exemptStatus, reason } = evidence.suggestion
  return exemptStatus === 'Rejected' ? reason : undefined
}

export type Answers = ReadonlySet<Question>

/** What the verdict suggests to approve: pending answers about the EIN on record, an exemption only with its EIN. */
export function preselected(base: TaxStatus, chosen: DecisionValues, answers: Answers): Partial<DecisionValues> {
  const { verdict } = base
  const isAboutAnother = chosen.ein !== base.taxIdEin
  if (!verdict || isAboutAnother || chosen.isAsking) return {}
  const before = savedValues(base)
  const suggested = questions.filter(
    (question) =>
      before[question] === 'Pending' && verdict.suggestion[question] === 'Approved' && !answers.has(question),
  )
  const isEinApproved = chosen.einStatus === 'Approved' || suggested.includes('einStatus')
  return Object.fromEntries(
    suggested
      .filter((question) => question === 'einStatus' || isEinApproved)
      .map((question) => [question, 'Approved' satisfies ReviewStatus]),
  )
}

type WrittenReason = Pick<DecisionValues, 'reason' | 'reasonCode'>

const isFreeText = (reason: string) =>
  reason.trim() !== '' && reasonCodes.every((code) => reasons[code].text !== reason.trim())

/** Choosing a code appends its text to what the person wrote; choosing it again removes both. */
export function withCode({ reason, reasonCode }: WrittenReason, code: ReasonCode): WrittenReason {
  const { text } = reasons[code]
  if (reasonCode === code) return { reasonCode: null, reason: isFreeText(reason) ? reason : '' }
  if (!isFreeText(reason)) return { reasonCode: code, reason: text }
  const written = reason.trim()
  const sentence = /[.!?]$/.test(written) ? written : `${written}.`
  return { reasonCode: code, reason: written.includes(text) ? written : `${sentence} ${text}` }
}

/** Asking for a new submission: nothing is rejected, and the review stays open. */
export function asking(base: TaxStatus, values: DecisionValues): Partial<DecisionValues> {
  const { einStatus, exemptStatus } = savedValues(base)
  const before = { einStatus, exemptStatus }
  const rejected = questions.filter((question) => values[question] === 'Rejected')
  const unrejected = Object.fromEntries(rejected.map((question) => [question, before[question]]))
  return { ...(isWaiting({ ...values, ...unrejected }) ? unrejected : before), isAsking: true }
}
