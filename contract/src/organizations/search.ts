import { type FieldsOf, listFields, moment } from '../search.ts'
import type { OrganizationsQuery } from './schemas.ts'
import { organizationSorts, organizationStatuses } from './words.ts'

/** What the address of the list may carry. */
export const organizationSearch = {
  ...listFields(organizationStatuses, organizationSorts),
  joinedFrom: moment,
  joinedTo: moment,
} satisfies FieldsOf<typeof OrganizationsQuery>
