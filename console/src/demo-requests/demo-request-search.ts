import { listQuery } from '@hikmah/contract/common'
import type { DemoRequestsQuery } from '@hikmah/contract/demo-requests'
import { z } from 'zod'

// Said again here because the contract's file brings the rule of phone numbers along, which the sitemap would load on
// every page; the type keeps both the same.
export const DemoRequestSearch: typeof DemoRequestsQuery = listQuery(
  ['New', 'Scheduled', 'Done'],
  ['name', 'organizationName', 'status', 'createdAt', 'updatedAt'],
).extend({ spam: z.enum(['true', 'false']).optional() })
