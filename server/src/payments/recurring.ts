import {
  countsAsRecurring,
  monthlyAmount,
  type RecurringItem,
  type RecurringMovement,
} from '@hikmah/contract/recurring-revenue'
import { desc, eq, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { organizationReference } from '../organizations/table.ts'
import { amount, customerReference, organizationOfCustomer, stripeSubscriptions } from './table.ts'

/** How the recurring revenue of a subscription changed, in minor units per month (contract: recurring-revenue.ts). */
export const recurringMovements = pgTable(
  'recurring_movements',
  {
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => stripeSubscriptions.id, { onDelete: 'cascade' }),
    /** From 1 on, in the order of time. */
    number: integer().notNull(),
    customerId: customerReference().notNull(),
    organizationId: organizationReference(),
    currency: text().notNull(),
    kind: text().$type<RecurringMovement>().notNull(),
    at: moment('at').notNull(),
    before: amount('before').notNull(),
    after: amount('after').notNull(),
    difference: amount('difference').notNull().generatedAlwaysAs(sql`after - before`),
    items: jsonb().$type<{ productId: string; priceId: string }[]>().notNull(),
    isDerived: boolean('is_derived').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.number] }),
    index('recurring_movements_customer').on(t.customerId),
    // Holds the difference too, which a description here cannot say (migrations/0083).
    index('recurring_movements_organization').on(t.organizationId, t.currency, t.at),
    index('recurring_movements_at').on(t.at),
    index('recurring_movements_part').on(t.currency, t.kind, t.at, t.subscriptionId, t.number),
  ],
)

type Row = typeof stripeSubscriptions.$inferInsert
type Item = RecurringItem & { productId: string; priceId: string }

/** What a subscription that we hear of for the first time comes to, from which moments on. A trial costs nothing. */
function firstAmounts({ startedAt, trialEnd, endedAt, status }: Row, amount: number) {
  const from = trialEnd && trialEnd > startedAt ? trialEnd : startedAt
  if (countsAsRecurring(status)) return [{ at: from, after: amount }]
  const hasPaid = status === 'canceled' && endedAt && from < endedAt
  return hasPaid
    ? [
        { at: from, after: amount },
        { at: endedAt, after: 0 },
      ]
    : []
}

interface Last {
  at: Date
  after: number
}

function nextAmount(row: Row, amount: number, last: Last, happenedAt: Date | undefined) {
  const trialEnd = last.after === 0 && row.trialEnd && row.trialEnd > last.at ? row.trialEnd : undefined
  const at = row.endedAt ?? trialEnd ?? happenedAt ?? row.fetchedAt
  // Told of late, a change is not older than what we know.
  return { at: at < last.at ? last.at : at, after: countsAsRecurring(row.status) ? amount : 0 }
}

interface Reading {
  /** Of a subscription that we had no copy of. */
  isNew: boolean
  happenedAt: Date | undefined
}

/**
 * Writes down how what a subscription comes to in a month differs from what was written last: nothing, however often it is
 * read or told of. Its row is locked by the write before.
 */
export async function recordMovement(tx: Tx, row: Row, items: Item[], { isNew, happenedAt }: Reading): Promise<void> {
  const [last] = await tx
    .select()
    .from(recurringMovements)
    .where(eq(recurringMovements.subscriptionId, row.id))
    .orderBy(desc(recurringMovements.number))
    .limit(1)
  const monthly = monthlyAmount(items)
  const known = last ?? { at: row.startedAt, after: 0 }
  const amounts = isNew ? firstAmounts(row, monthly) : [nextAmount(row, monthly, known, happenedAt)]
  const movements = amounts
    .map(({ at, after }, i) => ({
      subscriptionId: row.id,
      number: (last?.number ?? 0) + i + 1,
      customerId: row.customerId,
      organizationId: organizationOfCustomer(row.customerId),
      currency: row.currency,
      kind: 'new' as const,
      at,
      before: amounts[i - 1]?.after ?? known.after,
      after,
      items: items.map(({ productId, priceId }) => ({ productId, priceId })),
      isDerived: isNew && secondsAfter(at, DAY_S) < (happenedAt ?? row.fetchedAt),
    }))
    .filter(({ before, after }) => before !== after)
  if (movements.length === 0) return
  await tx.insert(recurringMovements).values(movements)
  await classifyMovements(tx, row.customerId)
}

/**
 * Says of each movement what it was for the organization, or for a customer of none: by all that it pays in the currency, so
 * that the order in which we were told does not matter. A plan that replaces another at once is no churn.
 */
export async function classifyMovements(tx: Tx, customerId: string): Promise<void> {
  const owner = sql`(select coalesce(organization_id::text, id) from stripe_customers where id = ${customerId})`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('recurring revenue ' || ${owner}))`)
  await tx.execute(sql`
    with ordered as (
      select m.subscription_id, m.number, m.difference, row_number() over owned as nth,
        sum(m.difference) over owned - m.difference as owner_before
      from recurring_movements m
      where m.customer_id in (select c.id from stripe_customers c where c.id = ${customerId} union
        select other.id from stripe_customers c join stripe_customers other on other.organization_id = c.organization_id
        where c.id = ${customerId})
      window owned as (partition by m.currency order by m.at, m.difference desc, m.subscription_id, m.number)
    ), classified as (
      select subscription_id, number, case
        when difference > 0 then case when owner_before > 0 then 'expansion' when nth = 1 then 'new' else 'recovered' end
        when owner_before + difference = 0 then 'churn' else 'contraction' end as kind
      from ordered
    )
    update recurring_movements m set kind = c.kind from classified c
    where m.subscription_id = c.subscription_id and m.number = c.number and m.kind <> c.kind`)
}
