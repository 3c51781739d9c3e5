import { type FieldsOf, listFields, moment } from '../search.ts'
import type { InvitesQuery } from './schemas.ts'
import { inviteSorts, inviteStatuses } from './words.ts'

/** What the address of the list may carry. */
export const inviteSearch = {
  ...listFields(inviteStatuses, inviteSorts),
  invitedFrom: moment,
  invitedTo: moment,
} satisfies FieldsOf<typeof InvitesQuery>
