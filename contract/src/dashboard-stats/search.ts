import { periods } from '../periods.ts'
import { oneOf } from '../search.ts'

/** What the address of a page about a period may carry. */
export const periodSearch = { period: oneOf(periods) }
