import { eq, inArray, or, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { stripeSubscriptionItems, stripeSubscriptions } from './table.ts'

/** What of the provider an entry of our catalogue is linked to. */
export interface Sold {
  productId: string
  priceIds: string[]
}

/** Each subscription that holds it, whose it is, and whether it still runs. */
export const subscriptionsTo = ({ productId, priceIds }: Sold) => sql`
  select ${stripeSubscriptions.organizationId} as organization_id, ${stripeSubscriptions.endedAt} is null as runs
    from ${stripeSubscriptions} where ${stripeSubscriptions.id} in (
      select ${stripeSubscriptionItems.subscriptionId} from ${stripeSubscriptionItems}
        where ${or(eq(stripeSubscriptionItems.productId, productId), inArray(stripeSubscriptionItems.priceId, priceIds))})`

/** How many have it now. */
export async function countSubscribers(db: Db, sold: Sold): Promise<{ organizations: number; subscriptions: number }> {
  const [found] = await rowsOf<{ organizations: number; subscriptions: number }>(
    db,
    sql`select count(distinct organization_id)::integer as organizations, count(*)::integer as subscriptions
      from (${subscriptionsTo(sold)}) as subscribed where runs`,
  )
  return found ?? { organizations: 0, subscriptions: 0 }
}
