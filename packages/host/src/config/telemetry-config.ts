import type { MetricExportConfig } from '../observability/metrics/export/metric-export-config.ts'
import type { OtlpTarget } from '../observability/otlp/otlp-target.ts'
import type { NamedResource } from '../observability/otlp/resource-facts.ts'
import type { TracesConfig } from '../observability/tracing/traces-config.ts'
import type { Read } from './config.ts'

/** What is sent to collectors; undefined where nothing is, and where a variable has a mistake. */
export interface TelemetryConfig {
  readonly traces: TracesConfig | undefined
  readonly metricExport: MetricExportConfig | undefined
}

/**
 * How traces and metrics are sent. The variables of OpenTelemetry may be those of all programs of a machine, so a host that
 * sends nothing checks none of the others.
 */
export function telemetryOf(read: Read): TelemetryConfig {
  const base = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const traces = collectorOf(base, read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'), 'v1/traces')
  const metrics = collectorOf(base, read('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'), 'v1/metrics')
  const destinations = read('HOST_TRACE_DESTINATIONS')
  const followsProxies = read('HOST_TRACE_PROXY') === '1'
  const isOff = (traces ?? metrics) === undefined || read('OTEL_SDK_DISABLED') === true
  const sendsTraces = !isOff && traces !== undefined && read('OTEL_TRACES_EXPORTER') !== 'none'
  const sendsMetrics = !isOff && metrics !== undefined && read('OTEL_METRICS_EXPORTER') !== 'none'
  if (!sendsTraces && !sendsMetrics) return { traces: undefined, metricExport: undefined }
  const named = resourceOf(read)
  const target = targetsOf(read)
  const tracing = sendsTraces && { ...tracesOf(read), ...named, followsProxies, target: target('TRACES', traces) }
  return Object.freeze<TelemetryConfig>({
    // A list with a mistake ends the start.
    traces: tracing === false || destinations === undefined ? undefined : Object.freeze({ ...tracing, destinations }),
    metricExport: sendsMetrics ? metricExportOf(read, named, target('METRICS', metrics)) : undefined,
  })
}

function tracesOf(read: Read): Pick<TracesConfig, 'sampling' | 'queue'> {
  return { sampling: samplingOf(read), queue: queueOf(read) }
}

/** Values as they are read: undefined where a variable has a mistake, and where nothing is sent. */
interface ProxyValues {
  readonly traces: TracesConfig | undefined
  readonly trustedProxies: string | undefined
}

/** Proxies whose `traceparent` is followed have to be known. */
export function traceProxyProblems({ traces, trustedProxies }: ProxyValues): readonly string[] {
  if (traces?.followsProxies !== true || trustedProxies !== '') return []
  return ['HOST_TRUST_PROXY: it is missing; set it together with HOST_TRACE_PROXY.']
}

/** The address for a signal: its own, or one below that of the collector (OTLP exporter, "Endpoint URLs for OTLP/HTTP"). */
function collectorOf(base: URL | undefined, own: URL | undefined, path: string): URL | undefined {
  return own ?? (base && new URL(`${base.pathname.replace(/\/$/, '')}/${path}`, base))
}

function resourceOf(read: Read): NamedResource {
  const { 'service.name': named, ...resource } = read('OTEL_RESOURCE_ATTRIBUTES') ?? {}
  return { service: read('OTEL_SERVICE_NAME') ?? named ?? 'host', resource }
}

/** Collectors of signals. A variable of a signal takes the place of the one for all. */
function targetsOf(read: Read): (signal: 'TRACES' | 'METRICS', url: URL) => OtlpTarget {
  const common = {
    protocol: read('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf',
    headers: read('OTEL_EXPORTER_OTLP_HEADERS') ?? {},
    timeout: read('OTEL_EXPORTER_OTLP_TIMEOUT') ?? 1,
  } as const
  return (signal, url) => ({
    url,
    protocol: read(`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`) ?? common.protocol,
    headers: read(`OTEL_EXPORTER_OTLP_${signal}_HEADERS`) ?? common.headers,
    timeout: read(`OTEL_EXPORTER_OTLP_${signal}_TIMEOUT`) ?? common.timeout,
  })
}

function metricExportOf(read: Read, named: NamedResource, target: OtlpTarget): MetricExportConfig {
  return Object.freeze<MetricExportConfig>({
    ...named,
    target,
    interval: read('OTEL_METRIC_EXPORT_INTERVAL') ?? 1,
    timeout: read('OTEL_METRIC_EXPORT_TIMEOUT') ?? 1,
  })
}

function samplingOf(read: Read): TracesConfig['sampling'] {
  const { followsParent = true, by = 'always_off' } = read('OTEL_TRACES_SAMPLER') ?? {}
  const ratios = { always_on: 1, always_off: 0, traceidratio: read('OTEL_TRACES_SAMPLER_ARG') ?? 0 }
  return { followsParent, ratio: ratios[by] }
}

function queueOf(read: Read): TracesConfig['queue'] {
  const most = read('OTEL_BSP_MAX_QUEUE_SIZE') ?? 1
  return {
    delay: read('OTEL_BSP_SCHEDULE_DELAY') ?? 1,
    timeout: read('OTEL_BSP_EXPORT_TIMEOUT') ?? 1,
    most,
    batch: Math.min(read('OTEL_BSP_MAX_EXPORT_BATCH_SIZE') ?? 1, most),
  }
}
