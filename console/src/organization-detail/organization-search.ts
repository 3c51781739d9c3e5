import { AgreementsQuery } from '@hikmah/contract/agreements'
import { MembersQuery } from '@hikmah/contract/organization-team'
import { z } from 'zod'

const { status, sort } = AgreementsQuery.shape

/** The tab, 0 ORG DETAIL, 1 TEAM MEMBERS, 2 VERIFICATION, 3 LOGS, and what its list shows: members or agreements. */
export const OrganizationSearch = AgreementsQuery.extend({
  tab: z.coerce.number().int().min(0).max(3),
  status: z.union([MembersQuery.shape.status, status]),
  sort: z.union([MembersQuery.shape.sort, sort]),
})
