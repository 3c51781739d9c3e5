import { z } from 'zod'
import { Id, ListMeta, Nothing } from '../common.ts'
import { Received, responseBody } from '../communication/schemas.ts'
import { RECEIVED } from '../communication/words.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { InquiriesQuery, Inquiry, InquiryRow, NewInquiry } from './schemas.ts'
import { INQUIRY_DELETED, INQUIRY_UPDATED, inquiryStatuses } from './words.ts'

const oneInquiry = z.object({ id: Id })

export const contactInquiries = describeEndpoints(paths, {
  /**
   * Without parameters the whole array is streamed, newest first. `q` finds name, e-mail and message. The counts are those of
   * the rows that `spam` leaves; `spam` among them is how many are suspected.
   */
  listInquiries: {
    allow: 'communication.read',
    query: InquiriesQuery,
    response: z.array(InquiryRow),
    meta: ListMeta,
  },
  readInquiry: {
    allow: 'communication.read',
    params: oneInquiry,
    response: Inquiry,
  },
  /** B-09, from the website, no token. The same e-mail within 24 hours joins one thread. 429 when sent too often. */
  createInquiry: {
    allow: 'public',
    anyOrigin: true,
    body: NewInquiry,
    response: Received,
    message: RECEIVED,
  },
  /** Appends an entry to the timeline. 409 CONFLICT with the current row when `version` is stale. */
  respondToInquiry: {
    allow: 'communication.respond',
    params: oneInquiry,
    body: responseBody(inquiryStatuses),
    response: Inquiry,
    conflict: Inquiry,
    message: INQUIRY_UPDATED,
  },
  /** It leaves the list and can be restored. */
  deleteInquiry: {
    allow: 'communication.delete',
    params: oneInquiry,
    response: Nothing,
    message: INQUIRY_DELETED,
  },
  restoreInquiry: {
    allow: 'communication.delete',
    params: oneInquiry,
    response: Inquiry,
  },
})
