import type { Parsed } from '@hikmah/contract/endpoint'
import type { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import { conflict, notFound } from '../kit/errors/refusal.ts'
import { stripeOperations } from '../outside/stripe/operations.ts'
import { readPlan, readSubscriptionItems } from './queries.ts'

export type AsSeen = NonNullable<Parsed<typeof organizationPlans.changePlan>['body']['seen']>

/** Throws CONFLICT with the current plan when it is no longer what the caller saw. */
export async function assertAsSeen(db: Db, id: string, itemId: string, seen: AsSeen, now: Date): Promise<void> {
  const rows = await readSubscriptionItems(db, id)
  const row = rows.find(({ item }) => item.id === itemId)
  if (!row) throw notFound('plan')
  const { target, settledAt } = stripeOperations
  const isDoneSince = and(eq(target, id), eq(stripeOperations.state, 'done'), gt(settledAt, row.subscription.fetchedAt))
  // Our copy may not have it yet, and what it says proves nothing.
  if ((await db.$count(stripeOperations, isDoneSince)) > 0)
    throw conflict('This subscription has just changed and is being read again. Try again in a moment.')
  if (row.item.priceId === seen.priceId && row.item.quantity === seen.quantity) return
  // Those who may change it may see the payer.
  throw conflict(
    'This plan was changed while you were looking at it, so nothing was done. See what it is now.',
    await readPlan(db, id, itemId, { now, seesPayer: true }),
  )
}
