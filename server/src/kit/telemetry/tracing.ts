import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../process/config.ts'

/** Names and attributes leave this house: a route, a kind, the text of a statement, never a value or an address. */
export interface SpanOf {
  name: string
  isOutgoing?: boolean
  /** Begins a trace; any other span belongs to one, or is none. */
  isRoot?: boolean
  attributes?: Record<string, string>
}

export interface Tracing {
  run<T>(span: SpanOf, work: () => Promise<T>): Promise<T>
  traceId(): string | undefined
  /** A span a request, which goes on with the trace of its `traceparent`. Before all other hooks. */
  traceRequests(app: FastifyInstance): void
  /** Every minute. */
  exportMetrics(registry: Registry): void
  /** Sends what is left, in a second at most. */
  stop(): Promise<void>
}

let tracing: Tracing | undefined

/** Does the work, in a span where traces are asked for. */
export const traced = <T>(span: SpanOf, work: () => Promise<T>): Promise<T> =>
  tracing ? tracing.run(span, work) : work()

export const isTracing = () => tracing !== undefined

/** Of the span that is under way. */
export const traceId = () => tracing?.traceId()

const MINUTE_MS = 60_000

/** What is sent elsewhere may fail again and again: one line a minute tells. */
export function onceAMinute(tell: (error: unknown) => void) {
  let toldAt = Number.NEGATIVE_INFINITY
  return (error: unknown) => {
    if (performance.now() - toldAt < MINUTE_MS) return
    toldAt = performance.now()
    tell(error)
  }
}

/** Undefined where nobody asks for traces; nothing of OpenTelemetry is then loaded. */
export async function startTracing(
  { tracing: settings }: Pick<Config, 'tracing'>,
  onError: (error: unknown) => void,
): Promise<Tracing | undefined> {
  if (!settings) return undefined
  const { openTracing } = await import('./otlp.ts')
  const opened = openTracing(settings, onceAMinute(onError))
  tracing = opened
  return {
    ...opened,
    stop: async () => {
      tracing = undefined
      await opened.stop()
    },
  }
}
