import { type FieldsOf, listFields, oneOf } from '../search.ts'
import type { DemoRequestsQuery } from './schemas.ts'
import { demoRequestSorts, demoRequestStatuses } from './words.ts'

/** What the address of the list may carry. */
export const demoRequestSearch = {
  ...listFields(demoRequestStatuses, demoRequestSorts),
  spam: oneOf(['true', 'false']),
  assignee: oneOf(['me']),
} satisfies FieldsOf<typeof DemoRequestsQuery>
