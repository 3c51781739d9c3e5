import { type FieldsOf, listFields, oneOf, wholeNumber } from '../search.ts'
import type { DevicesQuery } from './schemas.ts'
import { appStreams, connectivities, deviceSorts, deviceStatuses } from './words.ts'

/** What the address of the list may carry. */
export const deviceSearch = {
  ...listFields(deviceStatuses, deviceSorts),
  appStream: oneOf(appStreams),
  connectivity: oneOf(connectivities),
  notSeenDays: wholeNumber(1, 3650),
} satisfies FieldsOf<typeof DevicesQuery>
