import type { ReviewStatus } from '@hikmah/contract/common'
import type { TaxEvent, TaxStatus } from '@hikmah/contract/tax-verification/schemas'

export const review = (einStatus: ReviewStatus | null, exemptStatus: ReviewStatus | null, version = 1): TaxStatus => ({
  taxIdEin: '12-3456789',
  einChange: null,
  taxIdEinDetail: { status: einStatus, submittedAt: null, reviewedAt: null },
  taxExempt: true,
  taxExemptDetail: { status: exemptStatus, submittedAt: null, reviewedAt: null },
  events: [],
  documents: [],
  requests: [],
  earlier: { events: 0, documents: 0, requests: 0 },
  askedAt: null,
  linkEndsAt: null,
  papersArrivedAt: null,
  letterLanguage: 'en',
  verdict: null,
  irsChange: null,
  claim: null,
  holders: [],
  isBlocked: false,
  missing: [],
  waitingSince: null,
  version,
})

export const verdict = (exemptStatus: ReviewStatus): NonNullable<TaxStatus['verdict']> => ({
  outcome: 'VERIFIED',
  stale: false,
  score: 1,
  reasons: [],
  row: null,
  deductible: null,
  revocations: [],
  sources: [],
  suggestion: { einStatus: 'Approved', exemptStatus, reason: '' },
  checkedAt: '2026-11-22T12:00:00.000Z',
})

/** The event of a submission, which a decision is bound to. */
export const submission = (_id: string): TaxEvent => ({
  _id,
  eventType: 'EIN/Tax ID',
  status: 'Submitted',
  submittedAt: Date.parse('2026-11-22T12:00:00Z'),
  messages: [],
  by: 'Yusuf Rahmani',
  snapshot: { orgName: 'Masjid', taxIdEin: '12-3456789', taxExempt: true, address: '' },
  reasonCode: null,
  missing: [],
  evidence: null,
  against: null,
})
