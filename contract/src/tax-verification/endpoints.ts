import { z } from 'zod'
import { FileBytes, Id, ListMeta } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Ein, SubmittedDocument, TaxDecision, TaxReview, TaxReviewsQuery, TaxStatus } from './schemas.ts'

const oneOrganization = z.object({ orgId: Id })

export const taxVerification = describeEndpoints(paths, {
  /** Organizations whose EIN or exemption is Pending after a submission; oldest first unless sorted otherwise. */
  listTaxReviews: {
    allow: 'tax-verification.read',
    query: TaxReviewsQuery,
    response: z.array(TaxReview),
    meta: ListMeta,
  },
  readTaxStatus: {
    allow: 'tax-verification.read',
    params: oneOrganization,
    response: TaxStatus,
  },
  /** 409 CONFLICT with the current tax status in `current` when `version` is stale. */
  decideTaxReview: {
    allow: 'tax-verification.decide',
    params: oneOrganization,
    body: TaxDecision,
    response: TaxStatus,
    conflict: TaxStatus,
  },
  /** The mail that saving this decision would send, or null when it would send none. Writes nothing. */
  previewTaxLetter: {
    allow: 'tax-verification.decide',
    params: oneOrganization,
    body: TaxDecision,
    response: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
  },
  /** The document as a download; the organization's id is part of the path so that ids cannot be guessed across. */
  readTaxDocument: {
    allow: 'tax-verification.decide',
    params: oneOrganization.extend({ documentId: Id }),
    download: true,
    response: FileBytes,
  },
  /** B-20, by the organization's own token. Submitted the first time, Resubmitted after; freezes what was submitted. */
  submitTaxPapers: {
    allow: 'organization',
    params: oneOrganization,
    bodyLimit: 8_388_608,
    body: z.object({
      taxIdEin: Ein,
      taxExempt: z.boolean(),
      documents: z.array(SubmittedDocument).max(5, 'At most 5 documents').optional().default([]),
    }),
    response: TaxStatus,
  },
})
