import { type FieldsOf, listFields } from '../search.ts'
import type { StaffQuery } from './schemas.ts'
import { staffSorts, staffStatuses } from './words.ts'

/** What the address of the list may carry. */
export const staffSearch = {
  ...listFields(staffStatuses, staffSorts),
} satisfies FieldsOf<typeof StaffQuery>
