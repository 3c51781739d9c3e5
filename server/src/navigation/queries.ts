import type { NavigationCounts } from '@hikmah/contract/navigation/schemas'
import type { Permission } from '@hikmah/contract/permissions'
import { max } from 'drizzle-orm'
import { auditEntries } from '../kit/audit/audit.ts'
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
} as const satisfies Record<Exclude<keyof NavigationCounts, 'mark'>, { list: string; permission: Permission }>

/** Counted by triggers for what is written without an entry of the audit trail. */
const CHANGES = 'changes'

/** From what the triggers keep: a look at a few rows for each list, however long the lists are. */
export async function readNavigationCounts(
  db: Db,
  mayHold: (permission: Permission) => boolean,
): Promise<NavigationCounts> {
  const kept = await db.select().from(listCounts)
  const newest = await db.select({ seq: max(auditEntries.seq) }).from(auditEntries)
  const changes = kept.filter(({ status }) => status === CHANGES).reduce((sum, { count }) => sum + count, 0)

  const rowsOf = (name: keyof typeof counted) =>
    mayHold(counted[name].permission) ? kept.filter(({ list }) => list === counted[name].list) : undefined
  const totalOf = (name: keyof typeof counted) => rowsOf(name)?.reduce((sum, { count }) => sum + count, 0)
  const waitingOf = (name: keyof typeof counted, as: string) =>
    rowsOf(name)?.reduce((sum, { status, count }) => (status.split(' ', 1)[0] === as ? sum + count : sum), 0)
  return {
    organizations: totalOf('organizations'),
    taxReviews: waitingOf('taxReviews', 'waiting'),
    devices: totalOf('devices'),
    staff: totalOf('staff'),
    demoRequests: waitingOf('demoRequests', 'New'),
    contactInquiries: waitingOf('contactInquiries', 'New'),
    mark: `${newest[0]?.seq ?? 0}.${changes}`,
  }
}
