import type { ContradictionCode, ReviewStatus } from '../common.ts'
import { verdictGroupNames } from '../irs-registry/words.ts'
import { looksEmpty } from '../typed.ts'
import { keysOf } from '../words.ts'

export const IRS_RECORD = 'IRS record'
export const IRS_RECORD_CHANGED = 'IRS record changed'
export const IRS_RECORD_THEN = 'IRS record then'
export const RECORD_CHANGED_SINCE = 'Record changed since'
export const LEGAL_NAME = 'Legal name'
export const TAX_REVIEWS = 'Tax reviews'
export const REVIEWS_WAITING = 'Reviews waiting'
export const TIME_PER_DECISION = 'Time per decision'

/**
 * `waiting` are all reviews that wait for a decision; the others are subsets of it, by what waits or by the group of the
 * verdict. `changed` wait because the IRS record changed after the decision.
 */
export const waitingKindNames = {
  waiting: 'Waiting',
  ein: 'EIN',
  exemption: 'Exemption',
  resubmitted: 'Resubmitted',
  changed: IRS_RECORD_CHANGED,
  ...verdictGroupNames,
}
export type WaitingKind = keyof typeof waitingKindNames
export const waitingKinds = keysOf(waitingKindNames)

const LONG_WAIT_DAYS = 5
export const LONG_WAIT = `Over ${LONG_WAIT_DAYS} days`
/** What waits since before that waits long. */
export const longWaitCutoff = (now = new Date()) => new Date(now.getTime() - LONG_WAIT_DAYS * 86_400_000)
export const NO_PAPER = 'No paper'
/** Of what waits: that whoever looks has claimed it. */
export const MINE = 'Mine'

export const ASK_FOR_PAPERS = 'Ask for papers'
export const WAITING_FOR_PAPERS = 'Waiting for papers'
export const PAPERS_ARRIVED = 'Papers arrived'

export type ReviewKind = 'ein' | 'exemption'
export const reviewNames: Record<ReviewKind, string> = { ein: 'Tax ID/EIN', exemption: 'Tax Exemption' }

export const decisionFields = {
  ein: reviewNames.ein,
  einStatus: 'EIN status',
  exemptStatus: 'Tax exemption status',
  reasonCode: 'Kind of reason',
  reason: 'Reason',
  missing: 'Missing documents',
  message: 'Message',
  against: 'Against the record',
  againstReason: 'Reason kept',
  withoutPaper: 'Paper not seen',
  letterLanguage: 'Letter language',
} as const

/** How a review's status looks (first seed, section 4). */
export const reviewTones = {
  Pending: 'pending',
  Approved: 'success',
  Rejected: 'failed',
} as const satisfies Record<ReviewStatus, string>

const notSubmitted = {
  ein: { label: 'Submission Required', tone: 'warning' },
  exemption: { label: 'Not yet submitted', tone: 'pending' },
} as const

export const describeReviewStatus = (kind: ReviewKind, status: ReviewStatus | null) =>
  status ? { label: status, tone: reviewTones[status] } : notSubmitted[kind]

export const taxEventTypes = { ein: 'EIN/Tax ID', exemption: 'Tax exemptions', record: IRS_RECORD } as const

export const messageTitles = {
  rejectionReason: 'Rejection reason',
  /** Why a review was opened again. */
  reopenReason: 'Reason',
  reviewer: 'Reviewer',
  message: decisionFields.message,
  undone: 'Undone',
  /** Shown to staff alone, as are the next two. */
  record: IRS_RECORD,
  sharedEin: 'Shared EIN',
  withoutPaper: 'Paper not seen',
  noLetter: 'No determination letter',
  source: 'How the papers came',
} as const

/** What a decision needs and the organization has not provided. */
export const missingItemNames = {
  ein: 'EIN',
  documents: 'A document that proves the exemption',
  address: 'A complete address',
  admin: 'Name of the admin',
  'admin-email': 'Email address of the admin',
}
export type MissingItem = keyof typeof missingItemNames
export const missingItems = keysOf(missingItemNames)

export const CLAIMED = 'Another reviewer has claimed this review'

export const maskedEin = (ein: string) => (ein === '' ? '' : `**-***${ein.slice(-4)}`)
export const DECISION_UNDONE = 'The decision was taken back. No email was sent.'
export const MAX_REASON = 100
/** In the audit trail and the history, the gravest first. */
export const contradictionNames: Record<ContradictionCode, string> = {
  REVOKED: 'Exemption revoked',
  NOT_C3: 'Not a 501(c)(3)',
  NOT_DEDUCTIBLE: 'Not deductible',
  NAME_DIFFERS: 'Different name',
  EIN_OF_ANOTHER: 'EIN of another organization',
  REJECTED_MATCH: 'Match rejected',
}
/** Exemption revoked, EIN of another organization */
export const describeCodes = (codes: readonly ContradictionCode[]) =>
  keysOf(contradictionNames)
    .filter((code) => codes.includes(code))
    .map((code) => contradictionNames[code])
    .join(', ')

export const MIN_AGAINST_REASON = 15
export const MAX_AGAINST_REASON = 200
export const WHY_AGAINST = `Say why in ${MIN_AGAINST_REASON} to ${MAX_AGAINST_REASON} characters`
/** Whether it says enough: what nobody sees does not count, and a row of spaces counts once. */
export const saysEnough = (reason: string) =>
  [...new Intl.Segmenter().segment(reason.trim().replace(/\s+/g, ' '))].filter(
    ({ segment }) => segment === ' ' || !looksEmpty(segment),
  ).length >= MIN_AGAINST_REASON

export const MESSAGE_TO_ADMIN = 'Message to the organization admin'
