import { daysSince, type RegistrySource, STALE_DAYS } from '@hikmah/contract/irs-registry/schemas'
import { findDecisionProblem, isDecided, standingAfter } from '@hikmah/contract/tax-verification/decision-rule'
import {
  papers,
  REASON_OF_CODE,
  type TaxDecision,
  type TaxEvent,
  type TaxRequest,
  type TaxSnapshot,
} from '@hikmah/contract/tax-verification/schemas'
import { CLAIM_MIN } from '@hikmah/contract/tax-verification/words'
import type { z } from 'zod'
import { conflict, invalid } from '../kit/errors/refusal.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'

/** The part of an organization that a review is about. */
export type TaxProfile = Pick<OrganizationTableRow, 'ein' | 'einStatus' | 'taxExempt' | 'exemptStatus'>
export type EventDraft = Pick<TaxEvent, 'eventType' | 'status' | 'messages'> &
  Partial<Pick<TaxEvent, 'reasonCode' | 'missing'>>
/** That a new submission is asked for. */
export type RequestDraft = Pick<TaxRequest, 'reasonCode' | 'reason' | 'missing' | 'message'>

/** A claim that is neither decided nor given back ends by itself. */
export const isHeld = (claimedAt: Date, now: Date) => claimedAt > secondsAfter(now, -60 * CLAIM_MIN)

/** The newest file is too old to rely on. */
export function isStale(sources: RegistrySource[], now: Date): boolean {
  const newest = sources
    .map(({ snapshotOn }) => snapshotOn)
    .toSorted()
    .at(-1)
  return newest !== undefined && daysSince(newest, now) > STALE_DAYS
}

export interface Settlement {
  after: TaxProfile
  /** The record of the IRS changed, and what was decided stays all the same. */
  isConfirmed: boolean
  /** One for each status that changed. */
  events: EventDraft[]
  request: RequestDraft | null
}

/** Over what an event says of the record of the IRS, which is for staff alone. */
export const RECORD_TITLE = 'IRS record'

export const isSame = (a: TaxProfile, b: TaxProfile) =>
  a.ein === b.ein && a.einStatus === b.einStatus && a.taxExempt === b.taxExempt && a.exemptStatus === b.exemptStatus

/** What a decision makes of a review, or why it cannot be. Staff may decide what was never submitted: papers come by phone. */
export function settle(
  before: TaxProfile & Partial<Pick<OrganizationTableRow, 'irsChangedAt'>>,
  decision: TaxDecision,
  reviewer: string,
): Settlement {
  const { reason = '', message = '' } = decision
  const [namedEin, namedExempt] = [decision.taxIdEinDetail?.status, decision.taxExemptDetail?.status]
  const standing = standingAfter(before, { ein: decision.taxIdEin, einStatus: namedEin, exemptStatus: namedExempt })
  const { einStatus, exemptStatus } = standing
  const einChanges = einStatus !== before.einStatus
  const exemptChanges = exemptStatus !== before.exemptStatus

  const missing = missingIn(decision)
  const isAsking = decision.askForNewSubmission === true
  // Naming a decision that already stands confirms it only where the IRS record changed since.
  const isConfirmed =
    Boolean(before.irsChangedAt) &&
    !(einChanges || exemptChanges || isAsking) &&
    [namedEin, namedExempt].some((status) => isDecided(status ?? null))
  if (decision.reasonCode && reason === '') throw invalid('reason', REASON_OF_CODE)
  const words = { reason, missing, isAsking, isConfirming: isConfirmed }
  const problem = findDecisionProblem(before, standing, words)
  if (problem) throw problem.field ? invalid(problem.field, problem.text) : conflict(problem.text)

  const rejection = { reason, reasonCode: decision.reasonCode ?? null, missing }
  const eventOf = (
    eventType: TaxEvent['eventType'],
    status: TaxEvent['status'],
    why?: typeof rejection,
  ): EventDraft => ({
    eventType,
    status,
    reasonCode: why?.reasonCode ?? null,
    missing: why?.missing ?? [],
    messages: [
      ...(why && why.reason !== '' ? [{ title: 'Rejection reason', message: why.reason }] : []),
      ...(isDecided(status) ? [{ title: 'Reviewer', message: reviewer }] : []),
      ...(message === '' ? [] : [{ title: 'Message', message }]),
    ],
  })
  // One reason was written: it is the exemption's when that is rejected, otherwise the EIN's.
  const rejectsExemption = exemptChanges && exemptStatus === 'Rejected'
  const events: EventDraft[] = []
  if (einChanges && einStatus) {
    const isReason = einStatus === 'Rejected' && !rejectsExemption
    events.push(eventOf('EIN/Tax ID', einStatus, isReason ? rejection : undefined))
  }
  if (exemptChanges && exemptStatus) {
    events.push(eventOf('Tax exemptions', exemptStatus, rejectsExemption ? rejection : undefined))
  }
  if (isConfirmed) {
    const confirmed = { title: RECORD_TITLE, message: 'Reviewed after the IRS record changed. The decision stands.' }
    const confirm = (eventType: TaxEvent['eventType'], status: TaxEvent['status'] | null) => {
      if (!status || !isDecided(status)) return
      const event = eventOf(eventType, status)
      events.push({ ...event, messages: [confirmed, ...event.messages] })
    }
    confirm('EIN/Tax ID', einStatus)
    confirm('Tax exemptions', exemptStatus)
  }
  const taxExempt = before.taxExempt || (exemptChanges && exemptStatus === 'Approved')
  const after = { ...standing, taxExempt }
  return { after, isConfirmed, events, request: isAsking ? { ...rejection, message } : null }
}

/** Each once, in the order of the letter. */
export const missingIn = ({ missing = [] }: Pick<TaxDecision, 'missing'>) =>
  papers.filter((paper) => missing.includes(paper))

export const waits = ({ einStatus, exemptStatus }: TaxProfile) => einStatus === 'Pending' || exemptStatus === 'Pending'

export interface Submission {
  taxIdEin: string
  taxExempt: boolean
  hasDocuments: boolean
}

/**
 * Which reviews a submission opens. What is approved stays approved while the number is the same; new documents open
 * the exemption again. An approval of another number is looked at again even where the exemption is not claimed any more.
 */
export function opens(before: TaxProfile, { taxIdEin, taxExempt, hasDocuments }: Submission) {
  const isOtherEin = taxIdEin !== before.ein
  const isApproved = before.exemptStatus === 'Approved'
  return {
    ein: isOtherEin || before.einStatus !== 'Approved',
    exemption: (isOtherEin && isApproved) || (taxExempt && (hasDocuments || !isApproved)),
  }
}

/** A claim of exemption that waits or was rejected is not made any more. */
export const withdraws = (before: TaxProfile, { taxExempt }: Pick<Submission, 'taxExempt'>) =>
  (before.exemptStatus === 'Pending' || before.exemptStatus === 'Rejected') && before.taxExempt && !taxExempt

type Located = Pick<OrganizationTableRow, 'name' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country'>

export function snapshotOf(row: Located, taxIdEin: string, taxExempt: boolean): z.infer<typeof TaxSnapshot> {
  const place = [row.city, `${row.state} ${row.postalCode}`.trim()]
  const address = [row.line1, row.line2, ...place, row.country].filter(Boolean).join(', ')
  return { orgName: row.name, taxIdEin, taxExempt, address }
}
