import { z } from 'zod'
import { Ein, Id, LongText, listQuery, RequiredText, ReviewStatus, Timestamp } from '../common.ts'
import { REASON_MAX, taxReviewSorts, taxReviewStatuses } from './words.ts'

/** Without a status, those that wait for a decision. */
export const TaxReviewsQuery = listQuery(taxReviewStatuses, taxReviewSorts)

export const TaxEventType = z.enum(['EIN/Tax ID', 'Tax exemptions'])
export const TaxEventStatus = z.enum(['Submitted', 'Resubmitted', 'Pending', 'Approved', 'Rejected'])
export type TaxEventStatus = z.infer<typeof TaxEventStatus>

/** `status` is null until something is submitted or decided. */
const ReviewDetail = z.object({
  status: ReviewStatus.nullable(),
  submittedAt: Timestamp.nullable(),
  reviewedAt: Timestamp.nullable(),
})

export const TaxDocument = z.object({
  _id: Id,
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
  /** The submission it came with. */
  eventId: Id,
})
export type TaxDocument = z.infer<typeof TaxDocument>

/** What was on record when the organization submitted; frozen, so that a decision binds to what was seen. */
export const TaxSnapshot = z.object({
  orgName: z.string(),
  taxIdEin: z.string(),
  taxExempt: z.boolean(),
  address: z.string(),
})

export const TaxEvent = z.object({
  _id: Id,
  eventType: TaxEventType,
  status: TaxEventStatus,
  /** Epoch milliseconds. */
  submittedAt: z.int(),
  messages: z.array(z.object({ title: z.string(), message: z.string() })),
  /** The person who submitted or decided. */
  by: z.string(),
  snapshot: TaxSnapshot.nullable(),
})
export type TaxEvent = z.infer<typeof TaxEvent>

export const TaxStatus = z.object({
  taxIdEin: z.string(),
  /** Who of the staff changed the EIN last, after the organization submitted another; null when nobody did. */
  einChange: z.object({ by: z.string(), at: Timestamp }).nullable(),
  taxIdEinDetail: ReviewDetail,
  taxExempt: z.boolean(),
  taxExemptDetail: ReviewDetail,
  /** Oldest first. */
  events: z.array(TaxEvent),
  documents: z.array(TaxDocument),
  /** Since the older of the reviews that are Pending was submitted; opening one again keeps its place in the queue. */
  waitingSince: Timestamp.nullable(),
  /** The tax status's own version, apart from the organization's. */
  version: z.int(),
})
export type TaxStatus = z.infer<typeof TaxStatus>

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
  /** `_id` of the newest event with a snapshot that was seen. Where papers came after it, the decision is refused. */
  submissionId: Id.optional(),
})
export type TaxDecision = z.infer<typeof TaxDecision>

/** An organization in the queue, or one whose reviews are decided: one of both times is null. */
export const TaxReview = z.object({
  organizationId: Id,
  orgName: z.string(),
  cityState: z.string(),
  taxIdEin: z.string(),
  einStatus: ReviewStatus.nullable(),
  exemptStatus: ReviewStatus.nullable(),
  /** The papers that were handed in last were not the first. */
  resubmitted: z.boolean(),
  /** Since the older of its reviews became Pending. */
  waitingSince: Timestamp.nullable(),
  decidedAt: Timestamp.nullable(),
})
export type TaxReview = z.infer<typeof TaxReview>

/** pdf, png, jpeg or webp by its content, at most 1,048,576 bytes, base64 on the wire. */
export const SubmittedDocument = z.object({ name: RequiredText(100), data: z.base64().max(1_398_104, 'At most 1 MB') })
