import { z } from 'zod'
import { Email, Id, LongText, listQuery, RequiredText, Text, Timestamp } from '../common.ts'
import { Assignee, Honeypot, Stream, timelineShape } from '../communication/schemas.ts'
import { OptionalPhone } from '../phone-schemas.ts'
import { REQUIRED } from '../words.ts'
import { inquirySorts, inquiryStatuses, MAX_MESSAGE } from './words.ts'

export const InquiryStatus = z.enum(inquiryStatuses)
export type InquiryStatus = z.infer<typeof InquiryStatus>

export const InquiriesQuery = listQuery(inquiryStatuses, inquirySorts).extend({
  spam: z.enum(['true', 'false']).optional(),
  /** What is assigned to the caller. */
  assignee: z.literal('me').optional(),
})

export const InquiryRow = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  stream: z.string(),
  inquiryType: z.string(),
  /** Plain text; what was sent again within 24 hours is in the timeline, up to ten times. */
  message: z.string(),
  status: InquiryStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  assignee: z.array(Assignee),
  /** Suspected spam, kept all the same. */
  spam: z.boolean(),
  version: z.int(),
})
export type InquiryRow = z.infer<typeof InquiryRow>

export const Inquiry = InquiryRow.extend(timelineShape)
export type Inquiry = z.infer<typeof Inquiry>

export const NewInquiry = z.object({
  name: RequiredText(100),
  email: Email,
  phone: OptionalPhone.optional().default(''),
  stream: Stream.optional().default('DCWEBSITE'),
  inquiryType: Text(50).optional().default(''),
  message: LongText(MAX_MESSAGE).refine((text) => text !== '', REQUIRED),
  website: Honeypot,
})
export type NewInquiry = z.infer<typeof NewInquiry>
