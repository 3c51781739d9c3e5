import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Database, rowsOf } from '../db/db.ts'
import { notFound } from './refusal.ts'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** A proxy on this machine that TRUSTED_PROXIES does not name comes from loopback too, but speaks for a stranger. */
const isOfThisMachine = ({ ip, socket, headers }: FastifyRequest) =>
  LOOPBACK.includes(ip) &&
  LOOPBACK.includes(socket.remoteAddress ?? '127.0.0.1') &&
  !FORWARDED.some((name) => name in headers)

/** In constant time: both are hashed to one length. */
const isSecret = (given: string | undefined, secret: string | undefined) =>
  given !== undefined &&
  secret !== undefined &&
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(secret).digest())

/** GET /metrics in Prometheus text, for loopback or the bearer of METRICS_TOKEN. */
export function serveMetrics(app: FastifyInstance, database: Database, token: string | undefined) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  new Gauge({
    name: 'outbox_mails',
    help: 'Mails in the outbox by status',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset()
      const rows = await rowsOf<{ status: string; count: string }>(
        database.db,
        sql`select status, count(*) as count from mails where status <> 'sent' group by status`,
        // Without its database the process still tells of itself.
      ).catch(() => [])
      for (const { status, count } of rows) this.set({ status }, Number(count))
    },
  })
  new Gauge({
    name: 'background_jobs',
    help: 'Jobs that are not done, and those that failed of late, by state',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      const rows = await rowsOf<{ job: string; state: string; count: string }>(
        database.db,
        sql`select name as job, state, count(*) as count from pgboss.job
            where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss%' group by name, state`,
      ).catch(() => [])
      for (const { job, state, count } of rows) this.set({ job, state }, Number(count))
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const isBearer = isSecret(request.headers.authorization, token && `Bearer ${token}`)
    if (!isBearer && !isOfThisMachine(request)) throw notFound('address')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}
