import { z } from 'zod'
import { Ein, FileBytes, listOf } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { EIN_OF_MANAGERS } from '../organizations/words.ts'
import { letterLanguages, MAX_DOCUMENTS, TOO_MANY_DOCUMENTS } from './papers.ts'
import {
  DecisionTimes,
  reasons,
  SubmittedDocument,
  TaxDecision,
  TaxLetter,
  TaxReview,
  TaxReviewsFilter,
  TaxReviewsQuery,
  TaxStatus,
} from './schemas.ts'
import { DECISION_UNDONE } from './words.ts'

/** Shown in the OpenAPI document. */
const decision = {
  taxIdEin: '12-3456789',
  taxIdEinDetail: { status: 'Approved' },
  taxExemptDetail: { status: 'Rejected' },
  reason: reasons['letter-unreadable'].text,
  reasonCode: 'letter-unreadable',
  version: 4,
  submissionId: '0198c9a5-4d90-7c62-a1f8-3e7b9d5c0a14',
}

export const taxVerification = describeEndpoints('Tax verification', {
  listTaxReviews: {
    call: 'GET /hikmah/taxReviews',
    summary: 'List tax reviews',
    description:
      'Organizations whose EIN or tax exemption is pending after a submission, oldest first unless sorted otherwise. The statuses ein, exemption and resubmitted select by what is pending and may overlap; changed are those whose IRS record became worse after the decision; match, differs, not-deductible, revoked, not-listed and not-checked are groups of verdicts. With the status decided, those where nothing is pending any longer, the latest first: `against` leaves those decided against the record, `changed` those that wait again because a later record speaks against the approval. `mine` leaves what the caller decided, of all else what they have claimed; `noPaper` and `longWait` narrow what waits for a decision. `record` narrows any of them to a group of verdicts, of what is decided by the record as it was then; the counts `decided-match` and the like, `papers-match`, `changed-match`, `against`, `mine`, `noPaper` and `longWait` go with them. A sort field of the other list counts as the default.',
    allow: 'tax-verification.read',
    query: TaxReviewsQuery,
    ...listOf(TaxReview),
  },
  exportTaxReviews: {
    call: 'GET /hikmah/taxReviews/export',
    summary: 'Export tax reviews',
    description:
      'Those of the filter as CSV (RFC 4180) in the order of their list, with the whole EIN, the record then and now, and what was decided against the record and why. The audit trail records the export.',
    allow: 'tax-verification.decide',
    query: TaxReviewsFilter,
    download: true,
    response: FileBytes,
  },
  readDecisionTimes: {
    call: 'GET /hikmah/taxReviews/times',
    summary: 'Get how long tax decisions took',
    description:
      'From the moment the reviewer opened the review to the decision, by the server’s clock: decisions, median and slowest seconds in all, of each outcome, the most frequent first, and of each week, the latest first.',
    allow: 'tax-verification.decide',
    query: z.object({ weeks: z.coerce.number().int().min(1).max(53).optional().default(12) }),
    response: DecisionTimes,
  },
  readTaxStatus: {
    call: 'GET /hikmah/organizations/:orgId/taxStatus',
    summary: 'Get the tax status of an organization',
    description: EIN_OF_MANAGERS,
    allow: 'tax-verification.read',
    response: TaxStatus,
  },
  decideTaxReview: {
    call: 'PUT /hikmah/organizations/:orgId/taxStatus',
    summary: 'Decide on a tax review',
    description:
      'Binds to what was seen: refused with the current review when `version` or `submissionId` is not the newest. The exemption can be approved only for an approved EIN. A decision that contradicts the IRS record, or another organization with the same EIN, needs `againstRecord`: exactly the codes that hold, and a reason that is kept and never mailed.',
    refusals: {
      409: 'CONFLICT: newer than what was seen, or impossible as the review stands; AGAINST_RECORD: the decision contradicts the record, and `againstRecord` does not name exactly what holds; `contradictions` does',
    },
    example: { body: decision },
    allow: 'tax-verification.decide',
    body: TaxDecision,
    response: TaxStatus,
    conflict: TaxStatus,
  },
  undoTaxDecision: {
    call: 'POST /hikmah/organizations/:orgId/taxStatus/undo',
    summary: 'Undo a decision on a tax review',
    description:
      'For a minute after it or until their next decision, by whoever decided: the review stands and waits as before, and no email goes out. Both stay in the history. What the approval that would stand again contradicts by now must be covered by its own reason.',
    refusals: {
      409: 'CONFLICT: the minute is over, something else was saved since, or what would stand again contradicts the record',
    },
    example: { body: { version: 5 } },
    allow: 'tax-verification.decide',
    body: z.object({ version: z.int() }),
    response: TaxStatus,
    message: DECISION_UNDONE,
  },
  claimTaxReview: {
    call: 'POST /hikmah/organizations/:orgId/taxStatus/claim',
    summary: 'Claim a tax review',
    description:
      'Says that you are at it, for 30 minutes from now or until it is decided. It stops nobody from deciding. The claim of another is taken over only with `takeOver`.',
    example: { body: { takeOver: true } },
    allow: 'tax-verification.decide',
    body: z.object({ takeOver: z.boolean().optional() }),
    response: TaxStatus,
    conflict: TaxStatus,
  },
  releaseTaxReview: {
    call: 'DELETE /hikmah/organizations/:orgId/taxStatus/claim',
    summary: 'Release a claimed tax review',
    description: 'Only your own claim; another reviewer’s stays.',
    allow: 'tax-verification.decide',
    response: TaxStatus,
  },
  openTaxReview: {
    call: 'POST /hikmah/organizations/:orgId/taxStatus/open',
    summary: 'Report that a tax review is open',
    description:
      'How long the decision takes is counted from the last such report, as long as the review has not changed.',
    allow: 'tax-verification.decide',
  },
  previewTaxLetter: {
    call: 'POST /hikmah/organizations/:orgId/taxStatus/preview',
    summary: 'Preview the decision email',
    description: 'The email that saving this decision would send, or null when none would be sent. Nothing is saved.',
    example: { body: decision },
    allow: 'tax-verification.decide',
    body: TaxDecision,
    response: TaxLetter.nullable(),
  },
  chooseLetterLanguage: {
    call: 'PUT /hikmah/organizations/:orgId/letterLanguage',
    summary: 'Choose the language of tax letters',
    description:
      'Letters about tax reviews are in English, then repeated below in the language chosen here. A reviewer’s own words stay as written.',
    example: { body: { letterLanguage: 'ur' } },
    allow: 'tax-verification.decide',
    body: z.object({ letterLanguage: z.enum(letterLanguages) }),
    response: TaxStatus,
  },
  readTaxDocument: {
    call: 'GET /hikmah/organizations/:orgId/taxDocuments/:documentId',
    summary: 'Download a tax document',
    description:
      'The id of the organization is part of the path, so that documents cannot be guessed across organizations.',
    allow: 'tax-verification.decide',
    download: true,
    response: FileBytes,
  },
  /** B-20. */
  submitTaxPapers: {
    call: 'POST /organizations/taxStatus/:orgId',
    summary: 'Submit tax documents',
    description:
      'Submitted the first time, Resubmitted after that. What was submitted is kept unchanged. A different EIN reopens what was approved; a claim of exemption that waits is withdrawn by a submission without it.',
    refusals: {
      403: 'FORBIDDEN: another organization',
      409: 'CONFLICT: the organization is blocked, or nothing can be submitted now',
      429: 'RATE_LIMITED: too many submissions today',
    },
    example: { body: { taxIdEin: '84-0917362', taxExempt: true, documents: [] } },
    allow: 'organization',
    bodyLimit: 8_388_608,
    body: z.object({
      taxIdEin: Ein,
      taxExempt: z.boolean(),
      documents: z.array(SubmittedDocument).max(MAX_DOCUMENTS, TOO_MANY_DOCUMENTS).optional().default([]),
    }),
    response: TaxStatus,
  },
})
