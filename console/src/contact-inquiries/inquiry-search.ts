import { Id, listQuery } from '@hikmah/contract/common'
import type { InquiriesQuery } from '@hikmah/contract/contact-inquiries'
import { z } from 'zod'

/** Which inquiry the details and the respond form are about, so that a reload and a pasted link work. */
export const InquirySearch = z.object({ id: Id.optional() })

// As in demo-request-search.ts: the sitemap would load the rule of phone numbers on every page.
export const InquiryListSearch: typeof InquiriesQuery = listQuery(
  ['New', 'In-progress', 'Closed', 'Done'],
  ['name', 'inquiryType', 'status', 'createdAt', 'updatedAt'],
).extend({ spam: z.enum(['true', 'false']).optional() })
