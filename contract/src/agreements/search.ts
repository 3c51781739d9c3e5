import { listFields } from '../search.ts'
import { agreementSorts, agreementTypes } from './words.ts'

/** What the address of the list may carry; the status of an entry is what was agreed to. */
export const agreementSearch = listFields(agreementTypes, agreementSorts)
