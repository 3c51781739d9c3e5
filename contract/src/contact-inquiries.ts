import { z } from 'zod'
import { Email, Id, ListMeta, LongText, Nothing, REQUIRED, RequiredText, Text, Timestamp } from './common.ts'
import { Assignee, Honeypot, Received, ResponseEntry, responseBody, Stream } from './communication.ts'
import { endpoint } from './endpoint.ts'
import { InquiriesQuery, InquiryStatus } from './list-queries.ts'
import { OptionalPhone } from './phone.ts'

export const INQUIRY_UPDATED = 'Inquiry updated successfully'
export const INQUIRY_DELETED = 'Inquiry deleted successfully!'
export const MESSAGE_MAX = 2000

export const InquiryRow = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  stream: z.string(),
  inquiryType: z.string(),
  /** Plain text; what was sent again within 24 hours is in the timeline. */
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

export const Inquiry = InquiryRow.extend({ responseTimeline: z.array(ResponseEntry) })
export type Inquiry = z.infer<typeof Inquiry>

export const NewInquiry = z.object({
  name: RequiredText(100),
  email: Email,
  phone: OptionalPhone.optional().default(''),
  stream: Stream.optional().default('DCWEBSITE'),
  inquiryType: Text(50).optional().default(''),
  message: LongText(MESSAGE_MAX).refine((text) => text !== '', REQUIRED),
  website: Honeypot,
})
export type NewInquiry = z.infer<typeof NewInquiry>

const oneInquiry = z.object({ id: Id })

export const contactInquiries = {
  /**
   * Without parameters the whole array is streamed, newest first. `q` finds name, e-mail and message. The counts are those of
   * the rows that `spam` leaves; `spam` among them is how many are suspected.
   */
  listInquiries: endpoint({
    method: 'GET',
    path: '/dc-contact-us',
    allow: 'communication.read',
    query: InquiriesQuery,
    response: z.array(InquiryRow),
    meta: ListMeta,
  }),
  readInquiry: endpoint({
    method: 'GET',
    path: '/dc-contact-us/:id',
    allow: 'communication.read',
    params: oneInquiry,
    response: Inquiry,
  }),
  /** B-09, from the website, no token. The same e-mail within 24 hours joins one thread. 429 when sent too often. */
  createInquiry: endpoint({
    method: 'POST',
    path: '/dc-contact-us',
    allow: 'public',
    anyOrigin: true,
    body: NewInquiry,
    response: Received,
  }),
  /** Appends an entry to the timeline. 409 CONFLICT with the current row when `version` is stale. */
  respondToInquiry: endpoint({
    method: 'PUT',
    path: '/dc-contact-us/:id',
    allow: 'communication.respond',
    params: oneInquiry,
    body: responseBody(InquiryStatus.options),
    response: Inquiry,
  }),
  /** It leaves the list and can be restored. */
  deleteInquiry: endpoint({
    method: 'DELETE',
    path: '/dc-contact-us/:id',
    allow: 'communication.delete',
    params: oneInquiry,
    response: Nothing,
  }),
  restoreInquiry: endpoint({
    method: 'POST',
    path: '/dc-contact-us/:id/restore',
    allow: 'communication.delete',
    params: oneInquiry,
    response: Inquiry,
  }),
}
