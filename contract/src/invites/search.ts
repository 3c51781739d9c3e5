import { type FieldsOf, listFields, moment, oneOf } from '../search.ts'
import type { InvitesQuery } from './schemas.ts'
import { inviteSorts, inviteStatuses, inviteTroubles } from './words.ts'

/** What the address of the list may carry. */
export const inviteSearch = {
  ...listFields(inviteStatuses, inviteSorts),
  invitedFrom: moment,
  invitedTo: moment,
  trouble: oneOf(inviteTroubles),
} satisfies FieldsOf<typeof InvitesQuery>
