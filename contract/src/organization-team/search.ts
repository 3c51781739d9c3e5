import { listFields } from '../search.ts'
import { memberSorts, memberStatuses } from './words.ts'

/** What the address of the list may carry. */
export const memberSearch = listFields(memberStatuses, memberSorts)
