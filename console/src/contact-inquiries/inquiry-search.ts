import { id } from '@hikmah/contract/search'

/** Which inquiry the details and the respond form are about, so that a reload and a pasted link work. */
export const InquirySearch = { id }
