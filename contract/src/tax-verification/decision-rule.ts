import type { ReviewStatus } from '../common.ts'
import { ASK_WHILE_PENDING, ASK_WITH_REASON, type Paper, REJECTION_ASKS } from './schemas.ts'
import { REASON_REQUIRED } from './words.ts'

export interface ReviewStanding {
  ein: string
  einStatus: ReviewStatus | null
  exemptStatus: ReviewStatus | null
}

interface DecisionWords {
  reason: string
  missing: readonly Paper[]
  /** For a new submission. */
  isAsking: boolean
  /** What stands is decided again, after the record of the IRS changed. */
  isConfirming: boolean
}

export interface DecisionProblem {
  text: string
  /** What is wrong in the decision itself. Without one, it does not fit what stands. */
  field?: 'taxIdEin' | 'reason' | 'askForNewSubmission'
}

/** Of a review, or of an event of one. */
export const isDecided = (status: string | null) => status === 'Approved' || status === 'Rejected'

/** A status that is not named stays. Pending beside a decision of the other leaves alone what was never submitted. */
const statusAfter = (
  named: ReviewStatus | null | undefined,
  before: ReviewStatus | null,
  other: ReviewStatus | null | undefined,
) => (before === null && named === 'Pending' && isDecided(other ?? null) ? null : (named ?? before))

/** What a decision makes of what stands. */
export const standingAfter = (before: ReviewStanding, named: Partial<ReviewStanding>): ReviewStanding => ({
  ein: named.ein ?? before.ein,
  einStatus: statusAfter(named.einStatus, before.einStatus, named.exemptStatus),
  exemptStatus: statusAfter(named.exemptStatus, before.exemptStatus, named.einStatus),
})

/** Whether an approved exemption stands without the approved EIN that it needs. */
export const lacksEin = ({ einStatus, exemptStatus }: Omit<ReviewStanding, 'ein'>) =>
  exemptStatus === 'Approved' && einStatus !== 'Approved'

/** Why a review cannot go from what stands to what was decided; undefined when it can. */
export function findDecisionProblem(
  before: ReviewStanding,
  after: ReviewStanding,
  words: DecisionWords,
): DecisionProblem | undefined {
  const isOtherEin = after.ein !== before.ein
  const [einChanges, exemptChanges] = [after.einStatus !== before.einStatus, after.exemptStatus !== before.exemptStatus]
  if (isOtherEin && !einChanges && isDecided(before.einStatus)) return { text: REOPEN_EIN }
  if (isOtherEin && !exemptChanges && before.exemptStatus === 'Approved') return { text: EXEMPTION_OF_FORMER_EIN }
  const approvesEin = einChanges && after.einStatus === 'Approved'
  const approvesExemption = after.exemptStatus === 'Approved' && (exemptChanges || words.isConfirming)
  if ((approvesEin || approvesExemption) && after.ein === '') return { field: 'taxIdEin', text: EIN_TO_APPROVE }
  if (approvesExemption && lacksEin(after)) return { text: EXEMPTION_NEEDS_EIN }
  if (einChanges && lacksEin(after)) return { text: EXEMPTION_STANDS }
  const rejectsExemption = exemptChanges && after.exemptStatus === 'Rejected'
  if (rejectsExemption && words.reason === '') return { field: 'reason', text: REASON_REQUIRED }
  if (!words.isAsking) return undefined
  if (rejectsExemption || (einChanges && after.einStatus === 'Rejected'))
    return { field: 'askForNewSubmission', text: REJECTION_ASKS }
  if (after.einStatus !== 'Pending' && after.exemptStatus !== 'Pending') return { text: ASK_WHILE_PENDING }
  if (words.reason === '' && words.missing.length === 0) return { field: 'reason', text: ASK_WITH_REASON }
  return undefined
}

const REOPEN_EIN = 'Reopen the EIN review before changing a decided EIN'
const EXEMPTION_OF_FORMER_EIN =
  'The exemption was approved for the former EIN. Reopen its review before changing the EIN.'
const EIN_TO_APPROVE = 'Enter the EIN to approve'
const EXEMPTION_NEEDS_EIN = 'Approve the EIN before the exemption, or together with it'
const EXEMPTION_STANDS = 'The exemption is approved for this EIN. Reject or reopen it together with the EIN.'
