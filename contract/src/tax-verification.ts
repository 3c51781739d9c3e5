import { z } from 'zod'
import { FileBytes, Id, ListMeta, LongText, RequiredText, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { TaxReviewsQuery } from './list-queries.ts'
import { Ein, ReviewStatus, TaxStatus } from './tax-status.ts'

export const REASON_MAX = 100
export const REASON_REQUIRED = 'Say why the exemption is rejected'

/**
 * B-01. A status that is not sent or null stays as it is. The reason and the message are mailed to the
 * organization's admin as written.
 */
export const TaxDecision = z.object({
  taxIdEin: Ein.optional(),
  taxIdEinDetail: z.object({ status: ReviewStatus.nullish() }).optional(),
  taxExemptDetail: z.object({ status: ReviewStatus.nullish() }).optional(),
  /** Required when the exemption becomes Rejected. */
  reason: LongText(REASON_MAX).optional(),
  message: LongText(REASON_MAX).optional(),
  version: z.int().optional(),
})
export type TaxDecision = z.infer<typeof TaxDecision>

/** An organization in the queue: it waits since the older of its reviews became Pending. */
export const TaxReview = z.object({
  organizationId: Id,
  orgName: z.string(),
  cityState: z.string(),
  taxIdEin: z.string(),
  einStatus: ReviewStatus.nullable(),
  exemptStatus: ReviewStatus.nullable(),
  waitingSince: Timestamp,
})
export type TaxReview = z.infer<typeof TaxReview>

const oneOrganization = z.object({ orgId: Id })

/** pdf, png, jpeg or webp by its content, at most 1,048,576 bytes, base64 on the wire. */
const SubmittedDocument = z.object({ name: RequiredText(100), data: z.base64().max(1_398_104, 'At most 1 MB') })

export const taxVerification = {
  /** Organizations whose EIN or exemption is Pending after a submission; oldest first unless sorted otherwise. */
  listTaxReviews: endpoint({
    method: 'GET',
    path: '/hikmah/taxReviews',
    allow: 'tax-verification.read',
    query: TaxReviewsQuery,
    response: z.array(TaxReview),
    meta: ListMeta,
  }),
  readTaxStatus: endpoint({
    method: 'GET',
    path: '/hikmah/organizations/:orgId/taxStatus',
    allow: 'tax-verification.read',
    params: oneOrganization,
    response: TaxStatus,
  }),
  /** 409 CONFLICT with the current tax status in `current` when `version` is stale. */
  decideTaxReview: endpoint({
    method: 'PUT',
    path: '/hikmah/organizations/:orgId/taxStatus',
    allow: 'tax-verification.decide',
    params: oneOrganization,
    body: TaxDecision,
    response: TaxStatus,
  }),
  /** The mail that saving this decision would send, or null when it would send none. Writes nothing. */
  previewTaxLetter: endpoint({
    method: 'POST',
    path: '/hikmah/organizations/:orgId/taxStatus/preview',
    allow: 'tax-verification.decide',
    params: oneOrganization,
    body: TaxDecision,
    response: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
  }),
  /** The document as a download; the organization's id is part of the path so that ids cannot be guessed across. */
  readTaxDocument: endpoint({
    method: 'GET',
    path: '/hikmah/organizations/:orgId/taxDocuments/:documentId',
    allow: 'tax-verification.decide',
    params: oneOrganization.extend({ documentId: Id }),
    download: true,
    response: FileBytes,
  }),
  /** B-20, by the organization's own token. Submitted the first time, Resubmitted after; freezes what was submitted. */
  submitTaxPapers: endpoint({
    method: 'POST',
    path: '/organizations/taxStatus/:orgId',
    allow: 'organization',
    params: oneOrganization,
    bodyLimit: 8_388_608,
    body: z.object({
      taxIdEin: Ein,
      taxExempt: z.boolean(),
      documents: z.array(SubmittedDocument).max(5, 'At most 5 documents').optional().default([]),
    }),
    response: TaxStatus,
  }),
}
