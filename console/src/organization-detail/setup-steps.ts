import type { Organization } from '@hikmah/contract/organizations/schemas'
import { isBlocked, isReadyForApproval } from '@hikmah/contract/organizations/words'
import { newestSubmission } from '@hikmah/contract/tax-verification/schemas'
import { ageText, plural } from '../kit/format/texts.ts'

export interface SetupStep {
  name: 'Invite accepted' | 'Papers' | 'Approval' | 'Plan' | 'Device'
  isDone: boolean
  /** Whoever has to act before it is done. */
  turn?: 'ours' | 'theirs' | 'blocked'
  /** A sentence with a moment in it. */
  before?: string
  at?: string | null | undefined
  after?: string
}

/** How far an organization is set up: everything comes from what is stored, nothing is ticked by hand. */
export const setupSteps = (organization: Organization): SetupStep[] => [
  inviteStep(organization),
  papersStep(organization),
  approvalStep(organization),
  planStep(organization),
  deviceStep(organization),
]

/** A blocked organization is unblocked before anything else. */
export const currentStep = (steps: SetupStep[]) =>
  steps.find(({ turn }) => turn === 'blocked') ?? steps.find(({ isDone }) => !isDone)

function inviteStep({ createdAt, setup: { invite } }: Organization): SetupStep {
  if (!invite) return { name: 'Invite accepted', isDone: true, before: 'Joined', at: createdAt, after: 'without one' }
  const took = ageText(invite.sentAt, Date.parse(invite.acceptedAt))
  return {
    name: 'Invite accepted',
    isDone: true,
    at: invite.acceptedAt,
    after: took === 'now' ? 'at once' : `in ${took}`,
  }
}

function papersStep({ taxIdStatus: tax }: Organization): SetupStep {
  const name = 'Papers'
  if (tax.askedAt) return { name, isDone: false, turn: 'theirs', before: 'Asked for', at: tax.askedAt }
  const details = [tax.taxIdEinDetail, tax.taxExemptDetail]
  const rejected = details.find(({ status }) => status === 'Rejected')
  if (rejected && details.every(({ status }) => status !== 'Pending'))
    return {
      name,
      isDone: false,
      turn: 'theirs',
      before: 'Rejected',
      at: rejected.reviewedAt,
      after: 'theirs to send again',
    }
  const submission = newestSubmission(tax)
  if (submission) {
    const papers = tax.documents.filter(({ eventId }) => eventId === submission._id).length
    const what = papers > 0 ? plural(papers, 'paper') : 'EIN'
    const again = submission.status === 'Resubmitted' ? ' again' : ''
    return { name, isDone: true, before: `${what}, sent${again}`, at: new Date(submission.submittedAt).toISOString() }
  }
  if (details.every(({ status }) => status === 'Approved'))
    return { name, isDone: true, before: 'Approved without any' }
  return { name, isDone: false, turn: 'theirs', before: 'None yet, theirs to send' }
}

function approvalStep(organization: Organization): SetupStep {
  const { orgStatus, statusChanges, taxIdStatus } = organization
  const name = 'Approval'
  const since = statusChanges.find(({ to }) => to === orgStatus)?.at
  if (isBlocked(orgStatus)) return { name, isDone: false, turn: 'blocked', before: 'Blocked', at: since }
  if (orgStatus === 'approved') return { name, isDone: true, before: 'Approved', at: since }
  if (taxIdStatus.waitingSince) {
    const age = ageText(taxIdStatus.waitingSince)
    return { name, isDone: false, turn: 'ours', before: `Waits for us${age === 'now' ? '' : `, ${age}`}` }
  }
  if (isReadyForApproval(organization))
    return { name, isDone: false, turn: 'ours', before: 'Reviews done, waits for us' }
  return papersStep(organization).isDone
    ? { name, isDone: false, turn: 'ours', before: 'Waits for us' }
    : { name, isDone: false, before: 'After the papers' }
}

function planStep({ setup: { plans } }: Organization): SetupStep {
  if (plans.count === 0) return { name: 'Plan', isDone: false, turn: 'theirs', before: 'None yet, theirs to choose' }
  return { name: 'Plan', isDone: true, before: `${plural(plans.count, 'plan')} since`, at: plans.since }
}

function deviceStep({ setup: { devices, freeDevices } }: Organization): SetupStep {
  if (devices.count > 0)
    return { name: 'Device', isDone: true, before: `${plural(devices.count, 'device')} since`, at: devices.since }
  return {
    name: 'Device',
    isDone: false,
    turn: 'ours',
    before: `None yet, ${freeDevices === 0 ? 'none' : freeDevices} in stock`,
  }
}

/** The day of the last step. */
export const setUpAt = (steps: SetupStep[]) =>
  steps
    .map(({ at }) => at ?? '')
    .sort()
    .at(-1)
