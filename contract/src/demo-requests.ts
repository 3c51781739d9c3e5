import { z } from 'zod'
import { Id, listOf, listQuery, Timestamp } from './common.ts'
import {
  Assignee,
  demoRequestStatuses,
  RECEIVED,
  Received,
  responseBody,
  Schedule,
  TIMELINE_PAGED,
  timelinePage,
  timelineShape,
} from './communication.ts'
import { describeEndpoints } from './endpoint.ts'
import { NewDemoRequest } from './website-forms.ts'

export const demoRequestSorts = ['name', 'organizationName', 'status', 'createdAt', 'updatedAt'] as const
export const DEMO_DELETED = 'Demo request deleted successfully!'
export const DEMO_UPDATED = 'Demo request updated successfully'

/** The card shows PROSPECT unless applications, schedule date, schedule time and queries are all there. */
export const isProspect = ({
  applications,
  schedule,
  queries,
}: Pick<DemoRequest, 'applications' | 'schedule' | 'queries'>) =>
  applications.length === 0 || schedule.date === '' || schedule.time === '' || queries.length === 0

export const DemoRequestStatus = z.enum(demoRequestStatuses)
export type DemoRequestStatus = z.infer<typeof DemoRequestStatus>

export const DemoRequestsQuery = listQuery(demoRequestStatuses, demoRequestSorts).extend({
  spam: z.enum(['true', 'false']).optional(),
  assignee: z.literal('me').optional(),
})

const Query = z.object({ question: z.string(), answer: z.string() })

export const DemoRequestRow = z.object({
  _id: Id,
  name: z.object({ firstName: z.string(), lastName: z.string() }),
  email: z.string(),
  phoneNo: z.string(),
  organizationName: z.string(),
  /** As deenkiosk, deenscreen, deenfund, deenweb. */
  applications: z.array(z.string()),
  stream: z.string(),
  /** `date` as YYYY-MM-DD, `time` as the visitor wrote it. */
  schedule: z.object({ date: z.string(), time: z.string() }),
  queries: z.array(Query),
  status: DemoRequestStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  assignee: z.array(Assignee),
  /** Suspected spam, kept all the same. */
  spam: z.boolean(),
  version: z.int(),
})
export type DemoRequestRow = z.infer<typeof DemoRequestRow>

export const DemoRequest = DemoRequestRow.extend(timelineShape)
export type DemoRequest = z.infer<typeof DemoRequest>

/** `schedule` is when the demo takes place; what the visitor wished for stays where it is not sent. */
export const DemoResponse = responseBody(demoRequestStatuses).extend({ schedule: Schedule.optional() })

export const demoRequests = describeEndpoints('Demo requests', {
  listDemoRequests: {
    call: 'GET /dc-website/demoRequest',
    summary: 'List demo requests',
    description:
      'Without parameters the whole array is streamed, newest first, with the timelines. `q` searches name, e-mail and organization. The counts follow the `spam` filter; among them, `spam` is the number of suspected ones.',
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
  /** B-09. */
  createDemoRequest: {
    call: 'POST /dc-website/demoRequest',
    keyless: true,
    summary: 'Request a demo',
    description:
      'For the website. Further requests from the same e-mail within 24 hours join the same thread, ten at most; the next one begins another.',
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
