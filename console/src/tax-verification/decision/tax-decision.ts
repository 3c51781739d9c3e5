import type { Contradiction, ReviewStatus } from '@hikmah/contract/common'
import { describeVerdict, newestSnapshot } from '@hikmah/contract/irs-registry/words'
import {
  codesOf,
  findContradictions,
  type ReviewRecord,
  whyNotAgainst,
} from '@hikmah/contract/tax-verification/against-record'
import {
  becomesRejected,
  confirmsDecision,
  findDecisionProblem,
  findEinProblem,
  isWaiting,
  lacksEin,
  REASON_REQUIRED,
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
import { capitalized, dayText, lengthOf } from '@hikmah/contract/words'
import { hashKey } from '@tanstack/react-query'
import { NO_CHANGES } from '../../kit/format/texts.ts'
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
  /** Why it is decided against the record; kept, and never mailed. */
  againstReason: string
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
  againstReason: '',
})

/** What the statuses and the EIN are compared with: the record of the EIN on record, unless another was looked up. */
export const recordOf = ({ verdict, holders }: TaxStatus): ReviewRecord => ({ verdict, holders })

/** What a colleague may have decided otherwise. */
export const settledFields = {
  einStatus: decisionFields.einStatus,
  ein: decisionFields.ein,
  exemptStatus: decisionFields.exemptStatus,
}

const differs = (base: TaxStatus, values: DecisionValues, field: keyof DecisionValues) =>
  savedValues(base)[field] !== values[field]

export const isChanged = (base: TaxStatus, values: DecisionValues) =>
  (['ein', 'einStatus', 'exemptStatus', 'reason', 'message', 'isAsking', 'againstReason'] as const).some((field) =>
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

/** A rejection and a request bring their reason code and the missing papers, a reopened review its words alone. */
export const isExplained = (base: TaxStatus, values: DecisionValues) => values.isAsking || rejects(base, values)

export const asksReason = (base: TaxStatus, values: DecisionValues) =>
  isExplained(base, values) || questions.some((question) => reopens(savedValues(base)[question], values[question]))

/** Whether saving confirms what stands although the IRS record has changed. */
export const isConfirming = (base: TaxStatus, values: DecisionValues) =>
  confirmsDecision(savedValues(base), values, {
    isRecordChanged: base.irsChange !== null,
    isAsking: values.isAsking,
  })

const TWO_REASONS = 'Two things to write first: the reason we keep, and the reason we send'

export function whyNotSave(
  base: TaxStatus,
  values: DecisionValues,
  contradictions: readonly Contradiction[] = [],
): string | undefined {
  if (!isChanged(base, values) && !base.irsChange) return NO_CHANGES
  const problem = findProblem(base, values)
  const whyAgainst = whyNotAgainst(contradictions, values.againstReason)
  if (problem === REASON_REQUIRED && whyAgainst) return TWO_REASONS
  if (problem ?? whyAgainst) return problem ?? whyAgainst
  if (asksReason(base, values) && lengthOf(values.reason) > MAX_REASON) return 'The reason is too long'
  return lengthOf(values.message) > MAX_REASON ? 'The message is too long' : undefined
}

function findProblem(base: TaxStatus, values: DecisionValues): string | undefined {
  const before = savedValues(base)
  const { reason = '', reasonCode, missing = [], message = '' } = decisionBody(base, values)
  const problem = findDecisionProblem(before, standingAfter(before, values), {
    reason,
    hasReasonCode: reasonCode !== undefined,
    missing,
    message,
    isAsking: values.isAsking,
    isConfirming: isConfirming(base, values),
    hasEmail: !base.missing.includes('admin-email'),
    isBlocked: base.isBlocked,
  })
  return problem?.text ?? findEinProblem(values.ein)
}

/** The text that is still to be written, the one that is kept first. */
export function findMissingText(
  base: TaxStatus,
  values: DecisionValues,
  contradictions: readonly Contradiction[],
): 'againstReason' | 'reason' | undefined {
  if (whyNotAgainst(contradictions, values.againstReason)) return 'againstReason'
  return needsReason(base, values) && values.reason.trim() === '' ? 'reason' : undefined
}

export interface Evidenced {
  contradictions?: readonly Contradiction[]
  /** A paper was submitted and could not be shown. */
  isPaperUnseen?: boolean
}

/** The version and the submission say which review was looked at. */
export function decisionBody(
  base: TaxStatus,
  values: DecisionValues,
  { contradictions = [], isPaperUnseen = false }: Evidenced = {},
): TaxDecision {
  const seen = newestSubmission(base)
  const reason = values.reason.trim()
  const message = values.message.trim()
  const hasCode = isExplained(base, values)
  return {
    taxIdEin: values.ein,
    taxIdEinDetail: { status: values.einStatus },
    taxExemptDetail: { status: values.exemptStatus },
    ...(asksReason(base, values) && reason !== '' && { reason }),
    ...(hasCode && reason !== '' && values.reasonCode && { reasonCode: values.reasonCode }),
    ...(hasCode && values.missing.length > 0 && { missing: values.missing }),
    ...(values.isAsking && { askForNewSubmission: true }),
    ...(message !== '' && { message }),
    ...(contradictions.length > 0 && {
      againstRecord: { codes: codesOf(contradictions), reason: values.againstReason.trim() },
    }),
    ...(isPaperUnseen && { withoutPaper: true }),
    version: base.version,
    ...(seen && { submissionId: seen._id }),
  }
}

const shortNames = { einStatus: 'EIN', exemptStatus: 'exemption' }

const changedQuestions = (base: TaxStatus, values: DecisionValues) =>
  questions.filter((field) => differs(base, values, field))

/** "EIN and exemption Approved", "EIN Approved and exemption Rejected" */
function describeStatuses(values: DecisionValues, changed: readonly Question[]): string {
  const [first, second] = changed
  const said = (question: Question) => `${shortNames[question]} ${values[question]}`
  if (!first) return ''
  if (!second) return said(first)
  return values[first] === values[second]
    ? `${shortNames[first]} and ${said(second)}`
    : `${said(first)} and ${said(second)}`
}

export interface Consequence {
  does: 'Saves' | 'Emails' | 'Keeps' | 'Tells' | 'Nobody'
  text: string
}

interface Readers {
  admin: string
  /** Undefined while the letter is being written. */
  isMailed: boolean | undefined
}

/** What saving does, each sentence under its verb. */
export function describeEffect(
  base: TaxStatus,
  values: DecisionValues,
  { admin, isMailed }: Readers,
  { contradictions = [], isPaperUnseen = false }: Evidenced = {},
): Consequence[] {
  const isAgainst = contradictions.length > 0
  const files = base.verdict && newestSnapshot(base.verdict.sources)
  const keeps = [
    isAgainst && `your name, the reason${files ? ` and the record of ${dayText(files)}` : ' and the record'}`,
    isPaperUnseen && 'that the paper was not seen',
  ].filter(Boolean)
  const reader = admin || 'the organization admin'
  const mails: Consequence[] =
    base.isBlocked && isMailed !== false
      ? [{ does: 'Nobody', text: 'is emailed until the organization is unblocked.' }]
      : isMailed
        ? [{ does: 'Emails', text: `${reader}${isAgainst ? ', without the reason we keep' : ''}.` }]
        : isMailed === false
          ? [{ does: 'Nobody', text: 'is emailed.' }]
          : []
  return [
    { does: 'Saves', text: describeSaved(base, values) },
    ...(keeps.length > 0 ? [{ does: 'Keeps', text: `${keeps.join(', and ')}.` } as const] : []),
    ...(isAgainst ? [{ does: 'Tells', text: 'the other owners.' } as const] : []),
    ...mails,
  ]
}

function describeSaved(base: TaxStatus, values: DecisionValues): string {
  const changed = changedQuestions(base, values)
  if (values.isAsking) {
    const stays =
      changed.length > 0 ? `${describeStatuses(values, changed)}, and what waits stays Pending` : 'both as they stand'
    const ends = base.linkEndsAt ? ' The link that was sent before ends.' : ''
    return `${stays}. The review waits for papers, and comes back on top when they arrive.${ends}`
  }
  if (changed.length === 0 && isConfirming(base, values))
    return `that you looked at the changed record. The decision stays as it is${isWaiting(values) ? '.' : ', and the review leaves the queue.'}`
  const pending = questions.find((field) => values[field] === 'Pending' && !changed.includes(field))
  const told = [
    describeStatuses(values, changed),
    differs(base, values, 'ein') && `${values.ein} as the EIN`,
    changed.length === 0 && !differs(base, values, 'ein') && 'no decision',
  ].filter(Boolean)
  const rest =
    changed.length > 0 && pending
      ? ` ${capitalized(`the ${shortNames[pending]}`)} stays Pending, so the review stays in the list.`
      : ''
  return `${told.join(' and ')}, reviewed by you.${rest}`
}

/** "Approved both", for the line that says what was done last. */
export function describeAct(base: TaxStatus, values: DecisionValues): string {
  if (values.isAsking) return 'Asked for papers'
  const changed = changedQuestions(base, values)
  const [first, second] = changed
  if (!first) return isConfirming(base, values) ? 'Kept as it stands' : 'Saved'
  const verb = (question: Question) => (values[question] === 'Pending' ? 'Reopened' : (values[question] ?? 'Saved'))
  if (!second) return `${verb(first)} ${shortNames[first]}`
  if (verb(first) === verb(second)) return `${verb(first)} both`
  return `${verb(first)} ${shortNames[first]}, ${verb(second).toLowerCase()} ${shortNames[second]}`
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

/**
 * What a match suggests to approve: pending answers about the EIN on record, where nothing speaks against them and no
 * papers are awaited.
 */
export function preselected(base: TaxStatus, chosen: DecisionValues, answers: Answers): Partial<DecisionValues> {
  const { verdict } = base
  const isAboutAnother = chosen.ein !== base.taxIdEin
  if (!verdict || describeVerdict(verdict.outcome).group !== 'match' || isAboutAnother || chosen.isAsking) return {}
  if (base.linkEndsAt !== null) return {}
  const before = savedValues(base)
  const suggested = questions.filter(
    (question) =>
      before[question] === 'Pending' && verdict.suggestion[question] === 'Approved' && !answers.has(question),
  )
  const isEinApproved = chosen.einStatus === 'Approved' || suggested.includes('einStatus')
  const approved = Object.fromEntries(
    suggested
      .filter((question) => question === 'einStatus' || isEinApproved)
      .map((question) => [question, 'Approved' satisfies ReviewStatus]),
  )
  const after = standingAfter(before, { ...chosen, ...approved })
  return findContradictions(before, after, recordOf(base)).length > 0 ? {} : approved
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
