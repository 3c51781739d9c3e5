import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'

/** What a comparison with the provider found to differ, and repaired. */
export const stripeDrift = pgTable(
  'stripe_drift',
  {
    id: uuid().primaryKey(),
    foundAt: moment('found_at').notNull(),
    object: text().notNull(),
    objectId: text('object_id').notNull(),
    field: text().notNull(),
    local: text().notNull(),
    remote: text().notNull(),
  },
  (t) => [index('stripe_drift_found').on(t.foundAt, t.id)],
)

/** The comparisons themselves. */
export const stripeWalks = pgTable(
  'stripe_walks',
  {
    id: uuid().primaryKey(),
    kind: text().$type<'events' | 'whole'>().notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    compared: integer().notNull().default(0),
    differed: integer().notNull().default(0),
    problem: text().notNull().default(''),
  },
  (t) => [index('stripe_walks_started').on(t.kind, t.startedAt)],
)
