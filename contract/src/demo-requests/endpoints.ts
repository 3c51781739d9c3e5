import { z } from 'zod'
import { Id, ListMeta, Nothing } from '../common.ts'
import { Received, responseBody } from '../communication/schemas.ts'
import { RECEIVED } from '../communication/words.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { DemoRequest, DemoRequestRow, DemoRequestsQuery, NewDemoRequest } from './schemas.ts'
import { DEMO_DELETED, DEMO_UPDATED, demoRequestStatuses } from './words.ts'

const oneRequest = z.object({ id: Id })

export const demoRequests = describeEndpoints(paths, {
  /**
   * Without parameters the whole array is streamed, newest first. `q` finds name, e-mail and organization. The counts are those of
   * the rows that `spam` leaves; `spam` among them is how many are suspected.
   */
  listDemoRequests: {
    allow: 'communication.read',
    query: DemoRequestsQuery,
    response: z.array(DemoRequestRow),
    meta: ListMeta,
  },
  readDemoRequest: {
    allow: 'communication.read',
    params: oneRequest,
    response: DemoRequest,
  },
  /** B-09, from the website, no token. The same e-mail within 24 hours joins one thread. 429 when sent too often. */
  createDemoRequest: {
    allow: 'public',
    anyOrigin: true,
    body: NewDemoRequest,
    response: Received,
    message: RECEIVED,
  },
  /** Appends an entry to the timeline. 409 CONFLICT with the current row when `version` is stale. */
  respondToDemoRequest: {
    allow: 'communication.respond',
    params: oneRequest,
    body: responseBody(demoRequestStatuses),
    response: DemoRequest,
    conflict: DemoRequest,
    message: DEMO_UPDATED,
  },
  /** It leaves the list and can be restored. */
  deleteDemoRequest: {
    allow: 'communication.delete',
    params: oneRequest,
    response: Nothing,
    message: DEMO_DELETED,
  },
  restoreDemoRequest: {
    allow: 'communication.delete',
    params: oneRequest,
    response: DemoRequest,
  },
})
