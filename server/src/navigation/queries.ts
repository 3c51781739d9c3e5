import type { NavigationCounts } from '@hikmah/contract/navigation/schemas'
import type { Permission } from '@hikmah/contract/permissions'
import { inArray } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import { listCounts } from '../kit/list/list-counts.ts'

/** The list that each count is of, and who may see it. */
const counted = {
  organizations: { list: 'organizations', permission: 'organizations.read' },
  taxReviews: { list: 'tax-reviews', permission: 'tax-verification.read' },
  devices: { list: 'devices', permission: 'hardware.read' },
  staff: { list: 'staff', permission: 'staff.read' },
  demoRequests: { list: 'demo-requests', permission: 'communication.read' },
  contactInquiries: { list: 'contact-inquiries', permission: 'communication.read' },
} as const satisfies Record<keyof NavigationCounts, { list: string; permission: Permission }>

/** From what the triggers keep: a look at a few rows for each list, however long the lists are. */
export async function readNavigationCounts(
  db: Db,
  mayHold: (permission: Permission) => boolean,
): Promise<NavigationCounts> {
  const shown = Object.values(counted).filter(({ permission }) => mayHold(permission))
  const rows = await db
    .select()
    .from(listCounts)
    .where(
      inArray(
        listCounts.list,
        shown.map(({ list }) => list),
      ),
    )

  const rowsOf = (name: keyof typeof counted) =>
    mayHold(counted[name].permission) ? rows.filter(({ list }) => list === counted[name].list) : undefined
  const totalOf = (name: keyof typeof counted) => rowsOf(name)?.reduce((sum, { count }) => sum + count, 0)
  const arrivalsOf = (name: keyof typeof counted) => {
    const kept = rowsOf(name)
    const countOf = (status: string) => kept?.find((row) => row.status === status)?.count ?? 0
    return kept && { waiting: countOf('New'), mark: String(countOf('changes')) }
  }
  return {
    organizations: totalOf('organizations'),
    taxReviews: totalOf('taxReviews'),
    devices: totalOf('devices'),
    staff: totalOf('staff'),
    demoRequests: arrivalsOf('demoRequests'),
    contactInquiries: arrivalsOf('contactInquiries'),
  }
}
