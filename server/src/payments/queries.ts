import type { PageQuery } from '@hikmah/contract/common'
import { readEmail } from '@hikmah/contract/email-address'
import type { Data } from '@hikmah/contract/endpoint'
import type { payments } from '@hikmah/contract/payments'
import { and, asc, desc, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { pagingOf } from '../kit/list/rows.ts'
import { organizations } from '../organizations/table.ts'
import { openOperationStates, stripeOperations } from '../outside/stripe/operations.ts'
import { stripeDrift, stripeWalks } from './comparison-table.ts'
import { stripeCustomers, stripeEvents, stripeSubscriptionItems, stripeSubscriptions } from './table.ts'

export const aboutCustomer = (
  { id, name, email }: Pick<typeof stripeCustomers.$inferSelect, 'id' | 'name' | 'email'>,
  organizationId: string,
) => ({ entity: 'payment-customer' as const, entityId: id, entityName: name || email || id, organizationId })

/** A customer who was deleted at the provider may have paid. */
const hasPaid = sql`(exists (select from stripe_invoices where customer_id = ${stripeCustomers.id})
  or exists (select from kept_checkouts where customer_id = ${stripeCustomers.id}))`
const isUnlinked = and(isNull(stripeCustomers.organizationId), or(not(stripeCustomers.isDeleted), hasPaid))

export async function listUnlinkedCustomers(db: Db, query: PageQuery) {
  const { page, limit, offset } = pagingOf(query)
  const rows = await db
    .select({
      id: stripeCustomers.id,
      name: stripeCustomers.name,
      email: stripeCustomers.email,
      createdAt: stripeCustomers.createdAt,
      isDeleted: stripeCustomers.isDeleted,
      invoices: sql<number>`(select count(*)::int from stripe_invoices i where i.customer_id = stripe_customers.id)`,
    })
    .from(stripeCustomers)
    .where(isUnlinked)
    .orderBy(desc(stripeCustomers.createdAt), desc(stripeCustomers.id))
    .limit(limit)
    .offset(offset)
  const total = await db.$count(stripeCustomers, isUnlinked)
  const data = (await withSuggestions(db, rows)).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  return { data, meta: { total, page, limit, counts: { all: total }, whole: total } }
}

/** Adds to each the organization of the same email, when there is exactly one. */
export async function withSuggestions<Row extends { email: string }>(db: Db, rows: Row[]) {
  const emailOf = (row: Row) => readEmail(row.email) ?? row.email.toLowerCase()
  const emails = [...new Set(rows.map(emailOf).filter(Boolean))]
  const same = await db
    .select({ _id: organizations.id, orgName: organizations.name, email: organizations.email })
    .from(organizations)
    .where(inArray(organizations.email, emails))
  return rows.map((row) => {
    const fitting = same.filter(({ email }) => email === emailOf(row))
    const [only] = fitting.length === 1 ? fitting : []
    return { ...row, suggestion: only ? { _id: only._id, orgName: only.orgName } : null }
  })
}

const MAX_DELETED = 50

/** Organizations whose customer was deleted at the provider, and who have no other: nothing can be billed to them. */
const listDeletedCustomers = (db: Db) =>
  db
    .select({
      id: stripeCustomers.id,
      name: stripeCustomers.name,
      organization: { _id: organizations.id, orgName: organizations.name },
    })
    .from(stripeCustomers)
    .innerJoin(organizations, eq(organizations.id, stripeCustomers.organizationId))
    .where(
      and(
        stripeCustomers.isDeleted,
        sql`not exists (select from stripe_customers other
          where other.organization_id = ${stripeCustomers.organizationId} and not other.is_deleted)`,
      ),
    )
    .orderBy(desc(stripeCustomers.createdAt), desc(stripeCustomers.id))
    .limit(MAX_DELETED)

const MAX_WALKS = 20
const MAX_DRIFT = 200

export async function readReconciliation({
  db,
  stripe,
}: Pick<House, 'db' | 'stripe'>): Promise<Data<typeof payments.readReconciliation>> {
  const [walks, drift, waiting, failed, openOperations, deletedCustomers] = await Promise.all([
    db.select().from(stripeWalks).orderBy(desc(stripeWalks.startedAt)).limit(MAX_WALKS),
    db.select().from(stripeDrift).orderBy(desc(stripeDrift.foundAt), asc(stripeDrift.id)).limit(MAX_DRIFT),
    db.$count(stripeEvents, eq(stripeEvents.state, 'received')),
    db.$count(stripeEvents, eq(stripeEvents.state, 'failed')),
    db.$count(stripeOperations, inArray(stripeOperations.state, openOperationStates)),
    listDeletedCustomers(db),
  ])
  return {
    walks: walks.map(({ startedAt, endedAt, compared, differed, problem }) => ({
      compared,
      differed,
      problem,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    drift: drift.map(({ id: _id, foundAt, ...row }) => ({ ...row, foundAt: foundAt.toISOString() })),
    events: { waiting, failed },
    openOperations,
    deletedCustomers,
    isConfigured: stripe.isConfigured,
  }
}

/** The product and prices of the provider that an entry of our catalogue is linked to. */
export interface Sold {
  /** Empty where it is linked to none. */
  productId: string
  priceIds: string[]
}

/** Each subscription that holds it, whose it is, and whether it still runs. */
export const subscriptionsTo = ({ productId, priceIds }: Sold) => sql`
  select ${stripeSubscriptions.organizationId} as organization_id, ${stripeSubscriptions.endedAt} is null as runs
    from ${stripeSubscriptions} where ${stripeSubscriptions.id} in (
      select ${stripeSubscriptionItems.subscriptionId} from ${stripeSubscriptionItems}
        where ${isItemSelling({ productId, priceIds })})`

const isItemSelling = ({ productId, priceIds }: Sold) =>
  or(
    productId === '' ? sql`false` : eq(stripeSubscriptionItems.productId, productId),
    inArray(stripeSubscriptionItems.priceId, priceIds),
  )

/** How many have it now. */
export async function countSubscribers(db: Db, sold: Sold): Promise<{ organizations: number; subscriptions: number }> {
  const [counts] = await rowsOf<{ organizations: number; subscriptions: number }>(
    db,
    sql`select count(distinct organization_id)::integer as organizations, count(*)::integer as subscriptions
      from (${subscriptionsTo(sold)}) as subscribed where runs`,
  )
  return counts ?? { organizations: 0, subscriptions: 0 }
}
