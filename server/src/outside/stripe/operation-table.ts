import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Actor } from '../../kit/auth/actor.ts'
import { moment } from '../../kit/db/columns.ts'

/** The caller, for the audit trail when it is settled later. */
export type AskedBy = Omit<Actor, 'idempotencyKey' | 'attempt'>

/**
 * A call that moves money, written down before it is made. `unknown`: it was made, and nobody heard how it ended.
 */
export const stripeOperations = pgTable(
  'stripe_operations',
  {
    /** The Idempotency-Key at the provider. */
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** What it is about, as the id of an order. */
    target: text().notNull(),
    params: jsonb().$type<object>().notNull(),
    paramsHash: text('params_hash').notNull(),
    state: text().$type<'pending' | 'unknown' | 'done' | 'refused'>().notNull(),
    answer: jsonb().$type<object>(),
    problem: text().notNull().default(''),
    byActor: jsonb('by_actor').$type<AskedBy>().notNull(),
    tries: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    triedAt: moment('tried_at').notNull(),
    settledAt: moment('settled_at'),
  },
  (t) => [
    uniqueIndex('stripe_operations_open')
      .on(t.kind, t.target, t.paramsHash)
      .where(sql`state in ('pending', 'unknown')`),
    index('stripe_operations_target').on(t.target, t.createdAt),
    index('stripe_operations_tried').on(t.triedAt).where(sql`state in ('pending', 'unknown')`),
  ],
)
