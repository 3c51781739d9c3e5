import type { TaxDecision, TaxEvent, TaxSnapshot } from '@hikmah/contract/tax-verification/schemas'
import { REASON_REQUIRED } from '@hikmah/contract/tax-verification/words'
import type { z } from 'zod'
import { conflict, invalid } from '../kit/http/refusal.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'

/** The part of an organization that a review is about. */
export type TaxProfile = Pick<OrganizationTableRow, 'ein' | 'einStatus' | 'taxExempt' | 'exemptStatus'>
export type EventDraft = Pick<TaxEvent, 'eventType' | 'status' | 'messages'>

export interface Settlement {
  after: TaxProfile
  /** One for each status that changed. */
  events: EventDraft[]
}

export const isDecided = (status: TaxEvent['status'] | null) => status === 'Approved' || status === 'Rejected'

export const isSame = (a: TaxProfile, b: TaxProfile) =>
  a.ein === b.ein && a.einStatus === b.einStatus && a.taxExempt === b.taxExempt && a.exemptStatus === b.exemptStatus

/** What a decision makes of a review, or why it cannot be. Staff may decide what was never submitted: papers come by phone. */
export function settle(before: TaxProfile, decision: TaxDecision, reviewer: string): Settlement {
  const { reason = '', message = '' } = decision
  const ein = decision.taxIdEin ?? before.ein
  const einStatus = decision.taxIdEinDetail?.status ?? before.einStatus
  const exemptStatus = decision.taxExemptDetail?.status ?? before.exemptStatus
  const einChanges = einStatus !== before.einStatus
  const exemptChanges = exemptStatus !== before.exemptStatus

  if (ein !== before.ein && !einChanges && isDecided(before.einStatus)) {
    throw conflict('Reopen the EIN review before changing a decided EIN')
  }
  if (einChanges && einStatus === 'Approved' && ein === '') throw invalid('taxIdEin', 'Enter the EIN to approve')
  if (exemptChanges && exemptStatus === 'Rejected' && reason === '') throw invalid('reason', REASON_REQUIRED)

  const eventOf = (eventType: TaxEvent['eventType'], status: TaxEvent['status'], why: string): EventDraft => ({
    eventType,
    status,
    messages: [
      ...(why === '' ? [] : [{ title: 'Rejection reason', message: why }]),
      ...(isDecided(status) ? [{ title: 'Reviewer', message: reviewer }] : []),
      ...(message === '' ? [] : [{ title: 'Message', message }]),
    ],
  })
  // One reason was written: it is the exemption's when that is rejected, otherwise the EIN's.
  const rejectsExemption = exemptChanges && exemptStatus === 'Rejected'
  const events: EventDraft[] = []
  if (einChanges && einStatus) {
    events.push(eventOf('EIN/Tax ID', einStatus, einStatus === 'Rejected' && !rejectsExemption ? reason : ''))
  }
  if (exemptChanges && exemptStatus) {
    events.push(eventOf('Tax exemptions', exemptStatus, rejectsExemption ? reason : ''))
  }
  const taxExempt = before.taxExempt || (exemptChanges && exemptStatus === 'Approved')
  return { after: { ein, einStatus, taxExempt, exemptStatus }, events }
}

export interface Submission {
  taxIdEin: string
  taxExempt: boolean
  hasDocuments: boolean
}

/**
 * Which reviews a submission opens. What is approved stays approved while the number is the same; new documents open
 * the exemption again.
 */
export function opens(before: TaxProfile, { taxIdEin, taxExempt, hasDocuments }: Submission) {
  const isOtherEin = taxIdEin !== before.ein
  return {
    ein: isOtherEin || before.einStatus !== 'Approved',
    exemption: taxExempt && (isOtherEin || hasDocuments || before.exemptStatus !== 'Approved'),
  }
}

type Located = Pick<OrganizationTableRow, 'name' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country'>

export function snapshotOf(row: Located, taxIdEin: string, taxExempt: boolean): z.infer<typeof TaxSnapshot> {
  const place = [row.city, `${row.state} ${row.postalCode}`.trim()]
  const address = [row.line1, row.line2, ...place, row.country].filter(Boolean).join(', ')
  return { orgName: row.name, taxIdEin, taxExempt, address }
}
