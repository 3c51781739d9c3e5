import { z } from 'zod'
import { Email, Id, ListMeta, LongText, Nothing, RequiredText, Text, Timestamp } from './common.ts'
import { Assignee, Honeypot, Received, ResponseEntry, responseBody, Stream } from './communication.ts'
import { endpoint } from './endpoint.ts'
import { DemoRequestStatus, DemoRequestsQuery } from './list-queries.ts'
import { OptionalPhone } from './phone.ts'

export const DEMO_DELETED = 'Demo request deleted successfully!'
export const DEMO_UPDATED = 'Demo request updated successfully'

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

export const DemoRequest = DemoRequestRow.extend({ responseTimeline: z.array(ResponseEntry) })
export type DemoRequest = z.infer<typeof DemoRequest>

/** The card shows PROSPECT unless applications, schedule date, schedule time and queries are all there. */
export const isProspect = ({
  applications,
  schedule,
  queries,
}: Pick<DemoRequest, 'applications' | 'schedule' | 'queries'>) =>
  applications.length === 0 || schedule.date === '' || schedule.time === '' || queries.length === 0

/** A person's name in one text or in two. */
const SentName = z.union([
  z.object({ firstName: RequiredText(50), lastName: Text(50).optional().default('') }),
  RequiredText(100).transform((text) => {
    const [firstName = '', ...rest] = text.split(/\s+/)
    return { firstName, lastName: rest.join(' ') }
  }),
])

export const NewDemoRequest = z.object({
  name: SentName,
  email: Email,
  phoneNo: OptionalPhone.optional().default(''),
  organizationName: Text(100).optional().default(''),
  applications: z.array(RequiredText(30)).max(10).optional().default([]),
  stream: Stream.optional().default('DCWEBSITE'),
  schedule: z
    .object({
      date: z
        .union([z.literal(''), z.iso.date()])
        .optional()
        .default(''),
      time: Text(30).optional().default(''),
    })
    .optional()
    .default({ date: '', time: '' }),
  queries: z
    .array(z.object({ question: RequiredText(200), answer: LongText(1000).optional().default('') }))
    .max(20)
    .optional()
    .default([]),
  website: Honeypot,
})
export type NewDemoRequest = z.infer<typeof NewDemoRequest>

const oneRequest = z.object({ id: Id })

export const demoRequests = {
  /**
   * Without parameters the whole array is streamed, newest first. `q` finds name, e-mail and organization. The counts are those of
   * the rows that `spam` leaves; `spam` among them is how many are suspected.
   */
  listDemoRequests: endpoint({
    method: 'GET',
    path: '/dc-website/demoRequest',
    allow: 'communication.read',
    query: DemoRequestsQuery,
    response: z.array(DemoRequestRow),
    meta: ListMeta,
  }),
  readDemoRequest: endpoint({
    method: 'GET',
    path: '/dc-website/demoRequest/:id',
    allow: 'communication.read',
    params: oneRequest,
    response: DemoRequest,
  }),
  /** B-09, from the website, no token. The same e-mail within 24 hours joins one thread. 429 when sent too often. */
  createDemoRequest: endpoint({
    method: 'POST',
    path: '/dc-website/demoRequest',
    allow: 'public',
    anyOrigin: true,
    body: NewDemoRequest,
    response: Received,
  }),
  /** Appends an entry to the timeline. 409 CONFLICT with the current row when `version` is stale. */
  respondToDemoRequest: endpoint({
    method: 'PUT',
    path: '/dc-website/demoRequest/:id',
    allow: 'communication.respond',
    params: oneRequest,
    body: responseBody(DemoRequestStatus.options),
    response: DemoRequest,
  }),
  /** It leaves the list and can be restored. */
  deleteDemoRequest: endpoint({
    method: 'DELETE',
    path: '/dc-website/demoRequest/:id',
    allow: 'communication.delete',
    params: oneRequest,
    response: Nothing,
  }),
  restoreDemoRequest: endpoint({
    method: 'POST',
    path: '/dc-website/demoRequest/:id/restore',
    allow: 'communication.delete',
    params: oneRequest,
    response: DemoRequest,
  }),
}
