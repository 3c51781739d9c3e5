import { z } from 'zod'
import { Id, ListMeta, Nothing } from '../common.ts'
import { Received, TIMELINE_PAGED, timelinePage } from '../communication/schemas.ts'
import { RECEIVED } from '../communication/words.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { DemoRequest, DemoRequestsQuery, DemoResponse, NewDemoRequest } from './schemas.ts'
import { DEMO_DELETED, DEMO_UPDATED } from './words.ts'

const oneRequest = z.object({ id: Id })

export const demoRequests = describeEndpoints('Demo requests', paths, {
  listDemoRequests: {
    summary: 'List demo requests',
    description:
      'Without parameters the whole array is streamed, newest first, with the timelines. `q` searches name, e-mail and organization. The counts follow the `spam` filter; among them, `spam` is the number of suspected ones.',
    allow: 'communication.read',
    query: DemoRequestsQuery,
    response: z.array(DemoRequest.partial({ responseTimeline: true, earlierEntries: true })),
    meta: ListMeta,
  },
  readDemoRequest: {
    summary: 'Get a demo request',
    allow: 'communication.read',
    params: oneRequest,
    response: DemoRequest,
  },
  listDemoRequestTimeline: {
    summary: 'List the timeline of a demo request',
    description: TIMELINE_PAGED,
    allow: 'communication.read',
    params: oneRequest,
    ...timelinePage,
  },
  /** B-09. */
  createDemoRequest: {
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
    params: oneRequest,
    body: DemoResponse,
    response: DemoRequest,
    conflict: DemoRequest,
    message: DEMO_UPDATED,
  },
  deleteDemoRequest: {
    summary: 'Delete a demo request',
    description: 'It leaves the list and can be restored.',
    allow: 'communication.delete',
    params: oneRequest,
    response: Nothing,
    message: DEMO_DELETED,
  },
  restoreDemoRequest: {
    summary: 'Restore a deleted demo request',
    allow: 'communication.delete',
    params: oneRequest,
    response: DemoRequest,
  },
})
