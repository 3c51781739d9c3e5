import { z } from 'zod'

/** 0 ORG DETAIL, 1 TEAM MEMBERS, 2 VERIFICATION, 3 LOGS. */
export const OrganizationSearch = z.object({ tab: z.coerce.number().int().min(0).max(3).optional() })
