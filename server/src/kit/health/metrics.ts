import { createHash, timingSafeEqual } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import { type Database, rowsOf } from '../db/db.ts'
import { notFound } from '../errors/refusal.ts'
import type { Config } from '../process/config.ts'
import { release } from '../process/release.ts'

function measure(registry: Registry, database: Database) {
  const gauge = (name: string, help: string, labelNames: string[], query: SQL) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        // Without its database the process still reports on itself.
        const rows = await rowsOf<{ value: string; [label: string]: string }>(database.db, query).catch(() => [])
        for (const { value, ...labels } of rows) this.set(labels, Number(value))
      },
    })

  gauge(
    'outbox_mails',
    'Mails in the outbox by status',
    ['status'],
    sql`select status, count(*) as value from mails where status <> 'sent' group by status`,
  )
  gauge(
    'outbox_oldest_seconds',
    'How long the oldest unsent mail has been waiting',
    [],
    sql`select coalesce(extract(epoch from now() - min(created_at)), 0) as value from mails where status = 'queued'`,
  )
  gauge(
    'background_jobs',
    'Unfinished jobs by state, and those that failed in the last hour',
    ['name', 'state'],
    sql`select name, state, count(*) as value from pgboss.job
        where (state in ('created', 'retry', 'active') or state = 'failed' and completed_on > now() - interval '1 hour')
          and name not like '\\_\\_pgboss%' group by name, state`,
  )
  gauge(
    'sign_in_locks',
    'Locked names, counted once for each network',
    [],
    sql`select count(*) as value from throttles where locked_until > now()`,
  )
  gauge(
    'wal_archive_lag_seconds',
    'Since the log of the database was archived last, where it is archived',
    [],
    sql`select extract(epoch from now() - coalesce(last_archived_time, pg_postmaster_start_time())) as value
        from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
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

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** A proxy on this machine that TRUSTED_PROXIES does not name comes from loopback too, but forwards strangers. */
const isOfThisMachine = ({ ip, socket, headers }: FastifyRequest) =>
  LOOPBACK.includes(ip) &&
  LOOPBACK.includes(socket.remoteAddress ?? '127.0.0.1') &&
  !FORWARDED.some((name) => name in headers)

/** Compares in constant time, hashed to one length. */
const isSecret = (given: string | undefined, secret: string | undefined) =>
  given !== undefined &&
  secret !== undefined &&
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(secret).digest())

interface Metrics {
  database: Database
  metrics: Metric[]
  config: Pick<Config, 'metricsToken' | 'production'>
}

/** GET /metrics in Prometheus text, for the bearer of METRICS_TOKEN, and outside production for this machine. */
export function serveMetrics(app: FastifyInstance, { database, metrics, config }: Metrics): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges that are named as counters; the same figures stand beside them by kind.
  for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  measure(registry, database)
  const info = new Gauge({
    name: 'console_release_info',
    help: 'What runs: its version and commit',
    labelNames: ['version', 'commit'],
    registers: [registry],
  })
  info.set({ commit: '', ...release }, 1)
  for (const metric of metrics) registry.registerMetric(metric)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const isBearer = isSecret(request.headers.authorization, config.metricsToken && `Bearer ${config.metricsToken}`)
    if (!isBearer && (config.production || !isOfThisMachine(request))) throw notFound('address')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}
