import { UNANSWERED } from '@hikmah/contract/communication/schemas'
import { type NavigationCounts, navigation } from '@hikmah/contract/navigation'
import { can, type Permission } from '@hikmah/contract/permissions'
import { eq, inArray, sql } from 'drizzle-orm'
import { devices } from '../hardware/table.ts'
import type { House } from '../house.ts'
import { auditUnsealed, HEAD } from '../kit/audit/seals.ts'
import { type Db, keptRowsOf, settings } from '../kit/db/db.ts'
import type { Serve } from '../kit/http/serve.ts'
import { listCounts } from '../kit/list/rows.ts'
import { describeRelease } from '../kit/process/release.ts'
import { orders } from '../orders/table.ts'
import { assertOrganization } from '../organizations/queries.ts'
import { stripeEvents, stripeSubscriptionItems, stripeSubscriptions } from '../payments/table.ts'

export function navigationRoutes(serve: Serve, { db, stripe }: House) {
  serve(navigation.readNavigationCounts, async ({ actor }) => {
    const awaySince = stripe.awaySince()
    return {
      ...(await readNavigationCounts(db, (permission) => can(actor.role, permission))),
      release: describeRelease(),
      ...(stripe.isSandbox && { isSandbox: true as const }),
      ...(stripe.isTestMode && { isTestMode: true as const }),
      ...(awaySince && { paymentsAwaySince: awaySince.toISOString() }),
    }
  })
  serve(navigation.readOrganizationCounts, ({ params, actor }) =>
    readOrganizationCounts(db, params.orgId, (permission) => can(actor.role, permission)),
  )
}

const counted = {
  organizations: { lists: ['organizations'], permission: 'organizations.read' },
  taxReviews: { lists: ['tax-reviews'], permission: 'tax-verification.read' },
  devices: { lists: ['devices'], permission: 'hardware.read' },
  products: { lists: ['applications', 'integrations'], permission: 'products.read' },
  orders: { lists: ['orders'], permission: 'orders.read' },
  staff: { lists: ['staff'], permission: 'staff.read' },
  demoRequests: { lists: ['demo-requests'], permission: 'communication.read' },
  contactInquiries: { lists: ['contact-inquiries'], permission: 'communication.read' },
} as const satisfies Record<
  Exclude<keyof NavigationCounts, 'mark' | 'release' | 'isSandbox' | 'isTestMode' | 'paymentsAwaySince'>,
  { lists: readonly string[]; permission: Permission }
>

/** Triggers count changes without an entry of the audit trail. */
const CHANGES = 'changes'

/** Reads the few rows that triggers keep for each list, however long the lists are. */
export async function readNavigationCounts(db: Db, mayHold: (permission: Permission) => boolean) {
  // Events of the payment provider change our copies without an audit entry.
  const [read] = await keptRowsOf<{ kept: { list: string; status: string; count: number }[]; mark: string }>(
    db,
    sql`select (select coalesce(json_agg(c), '[]') from ${listCounts} c) as kept, concat(
      (select value ->> 'entries' from ${settings} where key = ${HEAD})::bigint + (select count(*) from ${auditUnsealed}), '.',
      (select coalesce(extract(epoch from max(${stripeEvents.workedAt})), 0) from ${stripeEvents})) as mark`,
  )
  const { kept, mark } = read!
  const changes = kept.filter(({ status }) => status === CHANGES).reduce((sum, { count }) => sum + count, 0)

  const listsOf = (name: keyof typeof counted): readonly string[] => counted[name].lists
  const rowsOf = (name: keyof typeof counted) =>
    mayHold(counted[name].permission) ? kept.filter(({ list }) => listsOf(name).includes(list)) : undefined
  const totalOf = (name: keyof typeof counted) => rowsOf(name)?.reduce((sum, { count }) => sum + count, 0)
  const waitingOf = (name: keyof typeof counted, as: string) =>
    rowsOf(name)?.reduce((sum, { status, count }) => (status.split(' ', 1)[0] === as ? sum + count : sum), 0)
  return {
    organizations: totalOf('organizations'),
    taxReviews: waitingOf('taxReviews', 'waiting'),
    devices: totalOf('devices'),
    products: totalOf('products'),
    orders: totalOf('orders'),
    staff: totalOf('staff'),
    demoRequests: waitingOf('demoRequests', UNANSWERED),
    contactInquiries: waitingOf('contactInquiries', UNANSWERED),
    mark: `${mark}.${changes}`,
  }
}

/** An organization has few of each. */
async function readOrganizationCounts(db: Db, orgId: string, mayHold: (permission: Permission) => boolean) {
  await assertOrganization(db, orgId)
  const itsSubscriptions = db
    .select({ id: stripeSubscriptions.id })
    .from(stripeSubscriptions)
    .where(eq(stripeSubscriptions.organizationId, orgId))
  const [held, ordered, billed] = await Promise.all([
    mayHold('hardware.read') ? db.$count(devices, eq(devices.organizationId, orgId)) : undefined,
    mayHold('orders.read') ? db.$count(orders, eq(orders.organizationId, orgId)) : undefined,
    mayHold('billing.read')
      ? db.$count(stripeSubscriptionItems, inArray(stripeSubscriptionItems.subscriptionId, itsSubscriptions))
      : undefined,
  ])
  return { devices: held, orders: ordered, plans: billed }
}
