import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Database, rowsOf } from './db.ts'

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
      const rows = await rowsOf<{ status: string; count: string }>(
        database.db,
        sql`select status, count(*) as count from mails where status <> 'sent' group by status`,
      )
      this.reset()
      for (const { status, count } of rows) this.set({ status }, Number(count))
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const isLoopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
    const isBearer = token !== undefined && request.headers.authorization === `Bearer ${token}`
    if (!isLoopback && !isBearer) return reply.code(404).send({ message: 'Not found' })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
