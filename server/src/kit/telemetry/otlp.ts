import { setTimeout as sleep } from 'node:timers/promises'
import { defaultTextMapGetter, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TracingSettings } from '../process/config.ts'
import { release } from '../process/release.ts'
import { readMetrics } from './otlp-metrics.ts'
import type { Tracing } from './tracing.ts'

const METRICS_EVERY_MS = 60_000
const SPANS_EVERY_MS = 2000
const EXPORT_MS = 5000
const STOP_MS = 1000

export function openTracing(settings: TracingSettings, onError: (error: unknown) => void): Tracing {
  setGlobalErrorHandler(onError)
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.version': release.version }))
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ 'service.name': settings.serviceName }))
  const to = (path: string) => ({ url: `${settings.endpoint}/v1/${path}`, timeoutMillis: EXPORT_MS })
  // Of what an absent collector does not take, at most 2048 spans wait.
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(to('traces')),
    scheduledDelayMillis: SPANS_EVERY_MS,
    exportTimeoutMillis: EXPORT_MS,
  })
  const spans = new TracerProvider({ resource, sampler: samplerOf(settings), spanProcessors: [processor] })
  const tracer = spans.getTracer('hikmah-console', release.version)
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()
  let meters: MeterProvider | undefined

  const run: Tracing['run'] = ({ name, isOutgoing, isRoot, attributes = {} }, work) => {
    const around = isRoot ? ROOT_CONTEXT : contexts.active()
    // Of what nobody asked for, such as looking for jobs, of what is not sampled, and of what has ended.
    if (!isRoot && !trace.getSpan(around)?.isRecording()) return work()
    const span = tracer.startSpan(name, { kind: isOutgoing ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes }, around)
    return contexts.with(trace.setSpan(around, span), async () => {
      try {
        return await work()
      } catch (error) {
        markFailed(span, error)
        throw error
      } finally {
        span.end()
      }
    })
  }

  const traceRequests = (app: FastifyInstance) => {
    const around = new WeakMap<FastifyRequest, ReturnType<typeof contexts.active>>()
    app.addHook('onRequest', (request, reply, done) => {
      const { method, headers, routeOptions } = request
      const route = routeOptions.url
      const span = tracer.startSpan(
        route ? `${method} ${route}` : method,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': method, ...(route && { 'http.route': route }) },
        },
        propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
      )
      request.log = request.log.child({ traceId: span.spanContext().traceId })
      reply.raw.once('close', () => {
        span.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
      const within = trace.setSpan(ROOT_CONTEXT, span)
      around.set(request, within)
      contexts.with(within, done)
    })
    // The body has come by the events of its connection, which know nothing of the request.
    app.addHook('preValidation', (request, _reply, done) => contexts.with(around.get(request) ?? ROOT_CONTEXT, done))
  }

  return {
    run,
    traceRequests,
    traceId: () => trace.getSpan(contexts.active())?.spanContext().traceId,
    exportMetrics: (registry) => {
      const reader = new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(to('metrics')),
        exportIntervalMillis: METRICS_EVERY_MS,
        exportTimeoutMillis: EXPORT_MS,
        metricProducers: [{ collect: () => readMetrics(registry, resource) }],
      })
      meters = new MeterProvider({ resource, readers: [reader] })
    },
    stop: async () => {
      const ended = Promise.allSettled([spans.shutdown(), meters?.shutdown()])
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
      contexts.disable()
    },
  }
}

/** By its code or class alone, since the words of an error may quote a value. */
function markFailed(span: Span, error: unknown) {
  const { code } = (error ?? {}) as { code?: unknown }
  const type = error instanceof Error ? error.constructor.name : typeof error
  span.setAttribute('error.type', typeof code === 'string' ? code : type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const [name, isByParent] = [sampler.replace('parentbased_', ''), sampler.startsWith('parentbased_')]
  const root =
    name === 'always_off'
      ? new AlwaysOffSampler()
      : name === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler()
  return isByParent ? new ParentBasedSampler({ root }) : root
}
