import { isDeepStrictEqual } from 'node:util'
import type { ReviewStatus } from '@hikmah/contract/common'
import { addressLine, isBlocked } from '@hikmah/contract/organizations/words'
import { papers } from '@hikmah/contract/tax-verification/papers'
import {
  becomesRejected,
  confirmsDecision,
  findDecisionProblem,
  isDecided,
  standingAfter,
} from '@hikmah/contract/tax-verification/rules'
import type { TaxDecision, TaxEvent, TaxRequest, TaxSnapshot } from '@hikmah/contract/tax-verification/schemas'
import { type MissingItem, messageTitles, missingItems, taxEventTypes } from '@hikmah/contract/tax-verification/words'
import type { z } from 'zod'
import { conflict, invalid } from '../kit/errors/refusal.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'

export type TaxProfile = Pick<OrganizationTableRow, 'ein' | 'einStatus' | 'taxExempt' | 'exemptStatus'>
export type EventDraft = Pick<TaxEvent, 'eventType' | 'status' | 'messages'> &
  Partial<Pick<TaxEvent, 'reasonCode' | 'missing' | 'against'>>
export type RequestDraft = Pick<TaxRequest, 'reasonCode' | 'reason' | 'missing' | 'message'>

export interface Settlement {
  after: TaxProfile
  /** The record changed, and what was decided stays all the same. */
  isConfirmed: boolean
  events: EventDraft[]
  request: RequestDraft | null
}

export const pickProfile = ({ ein, einStatus, taxExempt, exemptStatus }: TaxProfile): TaxProfile => ({
  ein,
  einStatus,
  taxExempt,
  exemptStatus,
})

export const isSame = (first: TaxProfile, second: TaxProfile) =>
  isDeepStrictEqual(pickProfile(first), pickProfile(second))

type Reviewed = TaxProfile &
  Pick<OrganizationTableRow, 'email' | 'status'> &
  Partial<Pick<OrganizationTableRow, 'irsChangedAt'>>

/** Applies a decision to a review, or refuses it. Staff may decide what was never submitted: papers come by phone. */
export function settle(before: Reviewed, decision: TaxDecision, reviewer: string): Settlement {
  const { reason = '', message = '', reasonCode = null, askForNewSubmission: isAsking = false } = decision
  const named = { einStatus: decision.taxIdEinDetail?.status, exemptStatus: decision.taxExemptDetail?.status }
  const standing = standingAfter(before, { ein: decision.taxIdEin, ...named })
  const { einStatus, exemptStatus } = standing
  const missing = missingIn(decision)
  const isConfirmed = confirmsDecision(before, named, { isRecordChanged: Boolean(before.irsChangedAt), isAsking })
  const problem = findDecisionProblem(before, standing, {
    reason,
    hasReasonCode: reasonCode !== null,
    missing,
    message,
    isAsking,
    isConfirming: isConfirmed,
    hasEmail: before.email !== '',
    isBlocked: isBlocked(before.status),
  })
  if (problem) throw problem.field ? invalid(problem.field, problem.text) : conflict(problem.text)

  const rejection = { reason, reasonCode, missing }
  const einChanges = einStatus !== before.einStatus
  const exemptChanges = exemptStatus !== before.exemptStatus
  // One reason was written: the exemption's when that is rejected, otherwise the EIN's.
  const rejectsExemption = becomesRejected(before.exemptStatus, exemptStatus)
  const isEinReason = einStatus === 'Rejected' && !rejectsExemption
  const rejectsOne = rejectsExemption || becomesRejected(before.einStatus, einStatus)
  const draft = (eventType: TaxEvent['eventType'], status: ReviewStatus, why?: typeof rejection): EventDraft => ({
    eventType,
    status,
    reasonCode: why?.reasonCode ?? null,
    missing: why?.missing ?? [],
    messages: [
      ...(isConfirmed ? [CONFIRMED] : []),
      ...(why && why.reason !== '' ? [{ title: messageTitles.rejectionReason, message: why.reason }] : []),
      ...(status === 'Pending' && reason !== '' && !rejectsOne
        ? [{ title: messageTitles.reopenReason, message: reason }]
        : []),
      ...(isDecided(status) ? [{ title: messageTitles.reviewer, message: reviewer }] : []),
      ...(isDecided(status) && decision.withoutPaper ? [WITHOUT_PAPER] : []),
      ...(message === '' ? [] : [{ title: messageTitles.message, message }]),
    ],
  })
  const hasEvent = (changes: boolean, status: ReviewStatus | null): status is ReviewStatus =>
    status !== null && (changes || (isConfirmed && isDecided(status)))
  const events = [
    ...(hasEvent(einChanges, einStatus)
      ? [draft(taxEventTypes.ein, einStatus, einChanges && isEinReason ? rejection : undefined)]
      : []),
    ...(hasEvent(exemptChanges, exemptStatus)
      ? [draft(taxEventTypes.exemption, exemptStatus, rejectsExemption ? rejection : undefined)]
      : []),
  ]
  const taxExempt = before.taxExempt || (exemptChanges && exemptStatus === 'Approved')
  const after = { ...standing, taxExempt }
  return { after, isConfirmed, events, request: isAsking ? { ...rejection, message } : null }
}

const WITHOUT_PAPER = { title: messageTitles.withoutPaper, message: 'Decided without seeing the paper.' }

const CONFIRMED = {
  title: messageTitles.record,
  message: 'Reviewed after the record changed. The decision stands.',
}

/** Each once, in the order of the letter. */
export const missingIn = ({ missing = [] }: Pick<TaxDecision, 'missing'>) =>
  papers.filter((paper) => missing.includes(paper))

export interface Submission {
  taxIdEin: string
  taxExempt: boolean
  hasDocuments: boolean
}

/** Opens what is not approved, what was approved for another EIN, and with new documents the exemption. */
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
  return { orgName: row.name, taxIdEin, taxExempt, address: addressLine(row) }
}

type TaxDetails = Pick<
  OrganizationTableRow,
  'ein' | 'taxExempt' | 'exemptStatus' | 'line1' | 'city' | 'state' | 'postalCode' | 'admin' | 'email'
> & { group: OrganizationTableRow['taxGroup']; hasDocuments: boolean }

/** The details that a decision still needs. Where the IRS lists the organization, no papers are needed as proof. */
export function findMissingItems(details: TaxDetails): MissingItem[] {
  const { ein, taxExempt, exemptStatus, group, hasDocuments, line1, city, state, postalCode, admin, email } = details
  const mustProve = taxExempt && exemptStatus !== 'Approved' && group !== 'match'
  const isMissing: Record<MissingItem, boolean> = {
    ein: ein === '',
    documents: mustProve && !hasDocuments,
    address: [line1, city, state, postalCode].includes(''),
    admin: admin === '',
    'admin-email': email === '',
  }
  return missingItems.filter((item) => isMissing[item])
}
