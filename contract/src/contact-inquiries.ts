import { z } from 'zod'
import { Id, listOf, listQuery, Timestamp } from './common.ts'
import {
  Assignee,
  inquiryStatuses,
  RECEIVED,
  Received,
  responseBody,
  TIMELINE_PAGED,
  timelinePage,
  timelineShape,
} from './communication.ts'
import { describeEndpoints } from './endpoint.ts'
import { NewInquiry } from './website-forms.ts'

export const inquirySorts = ['name', 'inquiryType', 'status', 'createdAt', 'updatedAt'] as const
export const INQUIRY_UPDATED = 'Inquiry updated successfully'
export const INQUIRY_DELETED = 'Inquiry deleted successfully!'
export const InquiryStatus = z.enum(inquiryStatuses)
export type InquiryStatus = z.infer<typeof InquiryStatus>

export const InquiriesQuery = listQuery(inquiryStatuses, inquirySorts).extend({
  spam: z.enum(['true', 'false']).optional(),
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

export const contactInquiries = describeEndpoints('Contact inquiries', {
  listInquiries: {
    call: 'GET /dc-contact-us',
    summary: 'List contact inquiries',
    description:
      'Without parameters the whole array is streamed, newest first, with the timelines. `q` searches name, e-mail and message. The counts follow the `spam` filter; among them, `spam` is the number of suspected ones.',
    allow: 'communication.read',
    query: InquiriesQuery,
    ...listOf(Inquiry.partial({ responseTimeline: true, earlierEntries: true })),
  },
  readInquiry: {
    call: 'GET /dc-contact-us/:id',
    summary: 'Get a contact inquiry',
    allow: 'communication.read',
    response: Inquiry,
  },
  listInquiryTimeline: {
    call: 'GET /dc-contact-us/:id/timeline',
    summary: 'List the timeline of a contact inquiry',
    description: TIMELINE_PAGED,
    allow: 'communication.read',
    ...timelinePage,
  },
  /** B-09. */
  createInquiry: {
    call: 'POST /dc-contact-us',
    keyless: true,
    summary: 'Send a contact inquiry',
    description:
      'For the website. Further messages from the same e-mail within 24 hours join the same thread, ten at most; the next one begins another.',
    example: {
      body: { name: 'Maryam Khan', email: 'maryam@masjid.example', message: 'Do you offer a demo on weekends?' },
    },
    allow: 'public',
    anyOrigin: true,
    body: NewInquiry,
    response: Received,
    message: RECEIVED,
  },
  respondToInquiry: {
    call: 'PUT /dc-contact-us/:id',
    summary: 'Respond to a contact inquiry',
    description: 'Appends an entry to the timeline.',
    example: {
      body: {
        status: 'In-progress',
        responseTimeline: { note: 'We offer demos on Saturdays too.' },
        mailNote: true,
        version: 1,
      },
    },
    allow: 'communication.respond',
    body: responseBody(inquiryStatuses),
    response: Inquiry,
    conflict: Inquiry,
    message: INQUIRY_UPDATED,
  },
  deleteInquiry: {
    call: 'DELETE /dc-contact-us/:id',
    summary: 'Delete a contact inquiry',
    description: 'It leaves the list and can be restored.',
    allow: 'communication.delete',
    message: INQUIRY_DELETED,
  },
  restoreInquiry: {
    call: 'POST /dc-contact-us/:id/restore',
    summary: 'Restore a deleted contact inquiry',
    allow: 'communication.delete',
    response: Inquiry,
  },
})
