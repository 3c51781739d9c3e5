import { type SQL, sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { type Database, rowsOf } from '../db/db.ts'

/** What the database and its pool tell of the work at hand, read at each scrape. */
export function measure(registry: Registry, database: Database) {
  const gauge = (name: string, help: string, query: SQL) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // Without its database the process still tells of itself.
        const [row] = await rowsOf<{ value: string | number }>(database.db, query).catch(() => [])
        if (row) this.set(Number(row.value))
        else this.reset()
      },
    })
  const byState = (name: string, help: string, labelNames: string[], query: SQL) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        const rows = await rowsOf<{ value: string; [label: string]: string }>(database.db, query).catch(() => [])
        for (const { value, ...labels } of rows) this.set(labels, Number(value))
      },
    })

  byState(
    'outbox_mails',
    'Mails in the outbox by status',
    ['status'],
    sql`select status, count(*) as value from mails where status <> 'sent' group by status`,
  )
  gauge(
    'outbox_oldest_seconds',
    'How long the oldest unsent mail has been waiting',
    sql`select coalesce(extract(epoch from now() - min(created_at)), 0) as value from mails where status = 'queued'`,
  )
  byState(
    'background_jobs',
    'Unfinished and recently failed jobs by state',
    ['job', 'state'],
    sql`select name as job, state, count(*) as value from pgboss.job
        where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss%' group by name, state`,
  )
  gauge(
    'sign_in_locks',
    'Locked names, counted once for each network',
    sql`select count(*) as value from throttles where locked_until > now()`,
  )
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state, and callers waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(database.pool())) this.set({ state }, count)
    },
  })
}
