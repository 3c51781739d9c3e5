import type { ReviewStatus } from '../common.ts'
import type { OrganizationStatus } from '../organizations/schemas.ts'
import { isBlocked } from '../organizations/words.ts'
import type { PapersLink } from '../papers-link.ts'
import { EIN_INVALID, SOCIAL_SECURITY } from '../words.ts'
import { isSocialSecurity } from './papers.ts'
import type { Paper } from './schemas.ts'

export interface ReviewStanding {
  ein: string
  einStatus: ReviewStatus | null
  exemptStatus: ReviewStatus | null
}

type Statuses = Omit<ReviewStanding, 'ein'>

export const isDecided = (status: string | null) => status === 'Approved' || status === 'Rejected'

export const isWaiting = ({ einStatus, exemptStatus }: Statuses) =>
  einStatus === 'Pending' || exemptStatus === 'Pending'

export const hasApproval = ({ einStatus, exemptStatus }: Statuses) =>
  einStatus === 'Approved' || exemptStatus === 'Approved'

export const becomesPending = (before: ReviewStatus | null, after: ReviewStatus | null) =>
  after === 'Pending' && before !== 'Pending'

export const reopens = (before: ReviewStatus | null, after: ReviewStatus | null) =>
  after === 'Pending' && isDecided(before)

export const becomesRejected = (before: ReviewStatus | null, after: ReviewStatus | null) =>
  after === 'Rejected' && before !== 'Rejected'

/** Whether an approved exemption stands without the approved EIN that it needs. */
export const lacksEin = ({ einStatus, exemptStatus }: Statuses) =>
  exemptStatus === 'Approved' && einStatus !== 'Approved'

/** A status that is not named stays. Pending beside a decision of the other leaves alone what was never submitted. */
const statusAfter = (
  named: ReviewStatus | null | undefined,
  before: ReviewStatus | null,
  other: ReviewStatus | null | undefined,
) => (before === null && named === 'Pending' && isDecided(other ?? null) ? null : (named ?? before))

export const standingAfter = (before: ReviewStanding, named: Partial<ReviewStanding>): ReviewStanding => ({
  ein: named.ein ?? before.ein,
  einStatus: statusAfter(named.einStatus, before.einStatus, named.exemptStatus),
  exemptStatus: statusAfter(named.exemptStatus, before.exemptStatus, named.einStatus),
})

/** Whether naming the statuses that stand confirms them, which it does once the IRS record has changed. */
export const confirmsDecision = (
  before: ReviewStanding,
  named: Partial<Statuses>,
  { isRecordChanged, isAsking }: { isRecordChanged: boolean; isAsking: boolean },
) => {
  const after = standingAfter(before, named)
  const isSame = after.einStatus === before.einStatus && after.exemptStatus === before.exemptStatus
  const namesDecision = [named.einStatus, named.exemptStatus].some((status) => isDecided(status ?? null))
  return isRecordChanged && isSame && !isAsking && namesDecision
}

interface DecisionWords {
  reason: string
  hasReasonCode: boolean
  missing: readonly Paper[]
  message: string
  isAsking: boolean
  isConfirming: boolean
  hasEmail: boolean
  isBlocked: boolean
}

interface DecisionProblem {
  text: string
  /** The wrong field of the decision itself. Without one, the decision does not fit what stands. */
  field?: 'taxIdEin' | 'reason' | 'message' | 'askForNewSubmission'
}

/** Why a review cannot go from what stands to what was decided; undefined when it can. */
export function findDecisionProblem(
  before: ReviewStanding,
  after: ReviewStanding,
  words: DecisionWords,
): DecisionProblem | undefined {
  if (words.isAsking && words.isBlocked) return { text: BLOCKED_GETS_NONE }
  if (words.isAsking && !words.hasEmail) return { field: 'askForNewSubmission', text: NOBODY_TO_ASK }
  if (words.message !== '' && !words.hasEmail) return { field: 'message', text: NOBODY_TO_TELL }
  if (words.hasReasonCode && words.reason === '') return { field: 'reason', text: REASON_OF_CODE }
  const isOtherEin = after.ein !== before.ein
  const [einChanges, exemptChanges] = [after.einStatus !== before.einStatus, after.exemptStatus !== before.exemptStatus]
  if (isOtherEin && !einChanges && isDecided(before.einStatus)) return { text: REOPEN_EIN }
  if (isOtherEin && !exemptChanges && before.exemptStatus === 'Approved') return { text: EXEMPTION_OF_FORMER_EIN }
  const approvesEin = einChanges && after.einStatus === 'Approved'
  const approvesExemption = after.exemptStatus === 'Approved' && (exemptChanges || words.isConfirming)
  if ((approvesEin || approvesExemption) && after.ein === '') return { field: 'taxIdEin', text: EIN_TO_APPROVE }
  if (approvesExemption && lacksEin(after)) return { text: EXEMPTION_NEEDS_EIN }
  if (einChanges && lacksEin(after)) return { text: EXEMPTION_STANDS }
  const rejectsExemption = becomesRejected(before.exemptStatus, after.exemptStatus)
  if (rejectsExemption && words.reason === '') return { field: 'reason', text: REASON_REQUIRED }
  if (!words.isAsking) return undefined
  if (rejectsExemption || becomesRejected(before.einStatus, after.einStatus))
    return { field: 'askForNewSubmission', text: REJECTION_ASKS }
  if (!isWaiting(after)) return { text: ASK_WHILE_PENDING }
  if (words.reason === '' && words.missing.length === 0) return { field: 'reason', text: ASK_WITH_REASON }
  return undefined
}

const BLOCKED_GETS_NONE = 'The organization is blocked. Unblock it before you ask for papers.'
export const NOBODY_TO_ASK = 'The organization has no email address to send the request to'
const NOBODY_TO_TELL = 'The organization has no email address to send this to'
export const REASON_OF_CODE = 'Write the reason that goes with the code'
const REOPEN_EIN = 'Reopen the EIN review before changing a decided EIN'
const EXEMPTION_OF_FORMER_EIN =
  'The exemption was approved for the former EIN. Reopen its review before changing the EIN.'
const EIN_TO_APPROVE = 'Enter the EIN to approve'
const EXEMPTION_NEEDS_EIN = 'Approve the EIN before the exemption, or together with it'
const EXEMPTION_STANDS = 'The exemption is approved for this EIN. Reject or reopen it together with the EIN.'
export const REASON_REQUIRED = 'Say why the exemption is rejected'
export const REJECTION_ASKS = 'A rejection already asks for new documents. Choose one of the two.'
export const ASK_WHILE_PENDING = 'Leave a status Pending to ask for a new submission'
export const ASK_WITH_REASON = 'Say why, or choose the missing documents'

const EIN_LENGTH = 10

/** Why the typed text is no EIN. A length of 9 or less is an error (first seed, section 5). */
export function findEinProblem(ein: string): string | undefined {
  if (isSocialSecurity(ein)) return SOCIAL_SECURITY
  return ein.length < EIN_LENGTH ? EIN_INVALID : undefined
}

/** A claim that its reviewer neither decides nor releases ends after this many minutes. */
export const CLAIM_MIN = 30

/** Claims made at this moment or before are over. */
export const claimCutoff = (now: Date) => new Date(now.getTime() - CLAIM_MIN * 60_000)
export const isClaimHeld = (claimedAt: Date, now: Date) => claimedAt > claimCutoff(now)

/** A decision can be undone for this many seconds, or until the same person decides again; its letter waits as long. */
export const UNDO_S = 60

/** A decision can still be undone at the very moment its time ends. */
export const isUndoOver = (until: Date, now: Date) => until < now

/** Why no link can be sent to an organization, or with `isSent` false made for it; null when it can. */
export const whyNotSendLink = (
  { status, email }: { status: OrganizationStatus; email: string },
  { isSent = true }: { isSent?: boolean } = {},
) => (isBlocked(status) ? BLOCKED_GETS_NONE : isSent && email === '' ? NOBODY_TO_ASK : null)

/** Why a link cannot be withdrawn; null when it can. */
export const whyNotRevokeLink = (state: PapersLink['state'] | undefined) =>
  state === undefined || state === 'expired' || state === 'revoked' || state === 'replaced' ? 'No link is open' : null

/** Why staff cannot attach papers that came otherwise; null when they can. */
export const whyNotAttachPapers = ({ status }: { status: OrganizationStatus }) =>
  isBlocked(status) ? 'The organization is blocked. Unblock it before you attach papers.' : null
