import { type FieldsOf, listFields, oneOf } from '../search.ts'
import type { InquiriesQuery } from './schemas.ts'
import { inquirySorts, inquiryStatuses } from './words.ts'

/** What the address of the list may carry. */
export const inquirySearch = {
  ...listFields(inquiryStatuses, inquirySorts),
  spam: oneOf(['true', 'false']),
  assignee: oneOf(['me']),
} satisfies FieldsOf<typeof InquiriesQuery>
