import { Id } from '@hikmah/contract/common'
import { z } from 'zod'

/** Which inquiry the details and the respond form are about, so that a reload and a pasted link work. */
export const InquirySearch = z.object({ id: Id.optional() })
