import { type HrTime, ValueType } from '@opentelemetry/api'
import { hrTime } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, MetricValueWithName, Registry } from 'prom-client'

type Metric = MetricObjectWithValues<MetricValue<string>>
type Value = MetricValueWithName<string>

const startTime: HrTime = hrTime(0)

/** What GET /metrics answers, in the form of OpenTelemetry. */
export async function readMetrics(registry: Registry, resource: Resource): Promise<CollectionResult> {
  const metrics = (await registry.getMetricsAsJSON()).map((metric) => metricOf(metric, hrTime()))
  return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'hikmah-console' }, metrics }] }, errors: [] }
}

function metricOf({ name, help, type, values }: Metric, endTime: HrTime): MetricData {
  const all = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const kind = String(type)
  if (kind === 'histogram') {
    const dataPoints = histogramsOf(name, values as Value[], endTime)
    return { ...all, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = values.map(({ labels, value }) => ({ startTime, endTime, attributes: { ...labels }, value }))
  return kind === 'counter'
    ? { ...all, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...all, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** Prometheus counts each bucket with all below it, OpenTelemetry each by itself. */
function histogramsOf(name: string, values: Value[], endTime: HrTime): DataPoint<Histogram>[] {
  const byLabels = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...byLabels].map(([labels, own]) => {
    const buckets = own.filter(({ metricName }) => metricName === `${name}_bucket`)
    const figure = (part: string) => own.find(({ metricName }) => metricName === `${name}_${part}`)?.value ?? 0
    return {
      startTime,
      endTime,
      attributes: JSON.parse(labels),
      value: {
        count: figure('count'),
        sum: figure('sum'),
        buckets: {
          boundaries: buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite),
          counts: buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0)),
        },
      },
    }
  })
}
