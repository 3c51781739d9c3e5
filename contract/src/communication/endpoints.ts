import { z } from 'zod'
import { Id, listOf, listQuery, Timestamp } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { DemoResponse, InquiryResponse } from './responses.ts'
import {
  Assignee,
  CANNOT_UNDO,
  demoRequestStatuses,
  inquiryStatuses,
  RECEIVED,
  RESPONSE_UNDONE,
  Received,
  TIMELINE_PAGED,
  timelinePage,
  timelineShape,
} from './schemas.ts'
import { NewDemoRequest, NewInquiry } from './website-forms.ts'

const conversationFilters = {
  spam: z.enum(['true', 'false']).optional(),
  assignee: z.literal('me').optional(),
}

const conversationShape = {
  _id: Id,
  email: z.string(),
  stream: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  assignee: z.array(Assignee),
  /** Suspected spam, kept all the same. */
  spam: z.boolean(),
  version: z.int(),
}

export const demoRequestSorts = ['name', 'organizationName', 'status', 'createdAt', 'updatedAt'] as const
export const DEMO_DELETED = 'Demo request deleted successfully!'
export const DEMO_UPDATED = 'Demo request updated successfully'

export const DemoRequestStatus = z.enum(demoRequestStatuses)
export type DemoRequestStatus = z.infer<typeof DemoRequestStatus>

export const DemoRequestsQuery = listQuery(demoRequestStatuses, demoRequestSorts).extend(conversationFilters)

const Query = z.object({ question: z.string(), answer: z.string() })

export const DemoRequestRow = z.object({
  ...conversationShape,
  name: z.object({ firstName: z.string(), lastName: z.string() }),
  phoneNo: z.string(),
  organizationName: z.string(),
  applications: z.array(z.string()),
  /** `date` as YYYY-MM-DD, `time` as the visitor wrote it; `zone` where staff has chosen one. */
  schedule: z.object({ date: z.string(), time: z.string(), zone: z.string() }),
  queries: z.array(Query),
  status: DemoRequestStatus,
})
export type DemoRequestRow = z.infer<typeof DemoRequestRow>

export const DemoRequest = DemoRequestRow.extend(timelineShape)
export type DemoRequest = z.infer<typeof DemoRequest>

/** What takes the answer back for a minute. */
const undoes = {
  allow: 'communication.respond' as const,
  body: z.object({ version: z.int() }),
  example: { body: { version: 2 } },
  message: RESPONSE_UNDONE,
  refusals: { 409: `CONFLICT: ${CANNOT_UNDO}` },
}
const UNDO_DESCRIBED =
  'The last response of the caller, for 60 seconds and while its email waits. Status, assignee and schedule are as before, and the timeline says so.'

export const demoRequests = describeEndpoints('Demo requests', {
  listDemoRequests: {
    call: 'GET /dc-website/demoRequest',
    summary: 'List demo requests',
    description:
      'Without parameters the whole array is streamed, newest first, with the timelines. `q` searches name, email and organization. The counts follow the `spam` filter; among them, `spam` is the number of suspected ones.',
    allow: 'communication.read',
    query: DemoRequestsQuery,
    ...listOf(DemoRequest.partial({ responseTimeline: true, earlierEntries: true })),
  },
  readDemoRequest: {
    call: 'GET /dc-website/demoRequest/:id',
    summary: 'Get a demo request',
    allow: 'communication.read',
    response: DemoRequest,
  },
  listDemoRequestTimeline: {
    call: 'GET /dc-website/demoRequest/:id/timeline',
    summary: 'List the timeline of a demo request',
    description: TIMELINE_PAGED,
    allow: 'communication.read',
    ...timelinePage,
  },
  createDemoRequest: {
    call: 'POST /dc-website/demoRequest',
    keyless: true,
    summary: 'Request a demo',
    description:
      'For the website. Further requests from the same email within 24 hours join the same thread, ten at most; the next one begins another.',
    example: {
      body: {
        name: 'Maryam Khan',
        email: 'maryam@masjid.example',
        organizationName: 'Masjid al-Huda',
        applications: ['deenkiosk'],
        schedule: { date: '2026-03-14', time: '10:00 AM' },
      },
    },
    allow: 'public',
    anyOrigin: true,
    body: NewDemoRequest,
    response: Received,
    message: RECEIVED,
  },
  respondToDemoRequest: {
    call: 'PUT /dc-website/demoRequest/:id',
    summary: 'Respond to a demo request',
    description: 'Appends an entry to the timeline.',
    example: {
      body: {
        status: 'Scheduled',
        responseTimeline: { note: 'Demo by video call.' },
        assigneeId: '0198c9a1-0b6d-7e94-a2d7-41f85c3e9b60',
        schedule: { date: '2026-03-14', time: '10:00 AM' },
        version: 1,
      },
    },
    allow: 'communication.respond',
    body: DemoResponse,
    response: DemoRequest,
    conflict: DemoRequest,
    message: DEMO_UPDATED,
  },
  undoDemoResponse: {
    call: 'POST /dc-website/demoRequest/:id/undo',
    summary: 'Take back a response to a demo request',
    description: UNDO_DESCRIBED,
    ...undoes,
    response: DemoRequest,
  },
  deleteDemoRequest: {
    call: 'DELETE /dc-website/demoRequest/:id',
    summary: 'Delete a demo request',
    description: 'It leaves the list and can be restored.',
    allow: 'communication.delete',
    message: DEMO_DELETED,
  },
  restoreDemoRequest: {
    call: 'POST /dc-website/demoRequest/:id/restore',
    summary: 'Restore a deleted demo request',
    allow: 'communication.delete',
    response: DemoRequest,
  },
})

export const inquirySorts = ['name', 'inquiryType', 'status', 'createdAt', 'updatedAt'] as const
export const INQUIRY_UPDATED = 'Inquiry updated successfully'
export const INQUIRY_DELETED = 'Inquiry deleted successfully!'
export const InquiryStatus = z.enum(inquiryStatuses)
export type InquiryStatus = z.infer<typeof InquiryStatus>

export const InquiriesQuery = listQuery(inquiryStatuses, inquirySorts).extend(conversationFilters)

export const InquiryRow = z.object({
  ...conversationShape,
  name: z.string(),
  phone: z.string(),
  inquiryType: z.string(),
  /** Plain text; what was sent again within 24 hours is in the timeline, up to ten times. */
  message: z.string(),
  status: InquiryStatus,
})
export type InquiryRow = z.infer<typeof InquiryRow>

export const Inquiry = InquiryRow.extend(timelineShape)
export type Inquiry = z.infer<typeof Inquiry>

export const contactInquiries = describeEndpoints('Contact inquiries', {
  listInquiries: {
    call: 'GET /dc-contact-us',
    summary: 'List contact inquiries',
    description:
      'Without parameters the whole array is streamed, newest first, with the timelines. `q` searches name, email and message. The counts follow the `spam` filter; among them, `spam` is the number of suspected ones.',
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
  createInquiry: {
    call: 'POST /dc-contact-us',
    keyless: true,
    summary: 'Send a contact inquiry',
    description:
      'For the website. Further messages from the same email within 24 hours join the same thread, ten at most; the next one begins another.',
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
    description:
      'Appends an entry to the timeline. An `answer` is mailed after 60 seconds, or with the next response of the caller.',
    example: {
      body: {
        status: 'Done',
        responseTimeline: { note: 'Asked the team in Chicago.' },
        answer: 'We offer demos on Saturdays too.',
        version: 1,
      },
    },
    allow: 'communication.respond',
    body: InquiryResponse,
    response: Inquiry,
    conflict: Inquiry,
    message: INQUIRY_UPDATED,
  },
  undoInquiryResponse: {
    call: 'POST /dc-contact-us/:id/undo',
    summary: 'Take back a response to a contact inquiry',
    description: UNDO_DESCRIBED,
    ...undoes,
    response: Inquiry,
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
