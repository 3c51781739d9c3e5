import { matching } from '../search.ts'

/** Which plan of the organization; the first where the address does not say. */
export const planSearch = { plan: matching(/^si_\w{3,64}$/) }
