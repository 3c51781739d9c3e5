import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, type Metric, Registry } from 'prom-client'
import type { Database } from '../db/db.ts'
import { notFound } from '../http/refusal.ts'
import type { Config } from '../process/config.ts'
import { measure } from './gauges.ts'

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

interface Metrics {
  database: Database
  /** What other parts of the server tell of themselves. */
  metrics: Metric[]
  config: Pick<Config, 'metricsToken' | 'production'>
}

/** GET /metrics in Prometheus text, for the bearer of METRICS_TOKEN, and outside production for this machine. */
export function serveMetrics(app: FastifyInstance, { database, metrics, config }: Metrics) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  measure(registry, database)
  for (const metric of metrics) registry.registerMetric(metric)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const isBearer = isSecret(request.headers.authorization, config.metricsToken && `Bearer ${config.metricsToken}`)
    // A proxy on this machine that leaves no trace would speak for strangers.
    if (!isBearer && (config.production || !isOfThisMachine(request))) throw notFound('address')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
