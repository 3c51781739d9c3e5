import { z } from 'zod'
import { Id, ListMeta, Nothing } from '../common.ts'
import { Received, responseBody, TIMELINE_PAGED, timelinePage } from '../communication/schemas.ts'
import { RECEIVED } from '../communication/words.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { InquiriesQuery, Inquiry, NewInquiry } from './schemas.ts'
import { INQUIRY_DELETED, INQUIRY_UPDATED, inquiryStatuses } from './words.ts'

const oneInquiry = z.object({ id: Id })

export const contactInquiries = describeEndpoints('Contact inquiries', paths, {
  listInquiries: {
    summary: 'List contact inquiries',
    description:
      'Without parameters the whole array is streamed, newest first, with the timelines. `q` searches name, e-mail and message. The counts follow the `spam` filter; among them, `spam` is the number of suspected ones.',
    allow: 'communication.read',
    query: InquiriesQuery,
    response: z.array(Inquiry.partial({ responseTimeline: true, earlierEntries: true })),
    meta: ListMeta,
  },
  readInquiry: {
    summary: 'Get a contact inquiry',
    allow: 'communication.read',
    params: oneInquiry,
    response: Inquiry,
  },
  listInquiryTimeline: {
    summary: 'List the timeline of a contact inquiry',
    description: TIMELINE_PAGED,
    allow: 'communication.read',
    params: oneInquiry,
    ...timelinePage,
  },
  /** B-09. */
  createInquiry: {
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
    params: oneInquiry,
    body: responseBody(inquiryStatuses),
    response: Inquiry,
    conflict: Inquiry,
    message: INQUIRY_UPDATED,
  },
  deleteInquiry: {
    summary: 'Delete a contact inquiry',
    description: 'It leaves the list and can be restored.',
    allow: 'communication.delete',
    params: oneInquiry,
    response: Nothing,
    message: INQUIRY_DELETED,
  },
  restoreInquiry: {
    summary: 'Restore a deleted contact inquiry',
    allow: 'communication.delete',
    params: oneInquiry,
    response: Inquiry,
  },
})
