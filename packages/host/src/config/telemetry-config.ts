import type { OtlpTarget } from '../observability/tracing/otlp-target.ts'
import type { TracesConfig } from '../observability/tracing/traces-config.ts'
import type { Read } from './config.ts'

/**
 * How traces are recorded and sent. The variables of OpenTelemetry may be those of all programs of a machine, so a host that
 * sends nothing checks none of the others.
 * @returns undefined where nothing is sent
 */
export function tracesOf(read: Read): TracesConfig | undefined {
  const [base, traces] = [read('OTEL_EXPORTER_OTLP_ENDPOINT'), read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')]
  const destinations = read('HOST_TRACE_DESTINATIONS')
  const followsProxies = read('HOST_TRACE_PROXY') === '1'
  const url = traces ?? (base && tracesUrl(base))
  if (url === undefined || read('OTEL_SDK_DISABLED') === true || read('OTEL_TRACES_EXPORTER') === 'none') {
    return undefined
  }
  const { 'service.name': named, ...resource } = read('OTEL_RESOURCE_ATTRIBUTES') ?? {}
  const service = read('OTEL_SERVICE_NAME') ?? named ?? 'host'
  const [target, sampling, queue] = [targetOf(read, url), samplingOf(read), queueOf(read)]
  // A list with a mistake ends the start.
  if (destinations === undefined) return undefined
  return Object.freeze<TracesConfig>({ service, resource, target, sampling, queue, destinations, followsProxies })
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

/** The address of traces below that of a collector (OTLP exporter, "Endpoint URLs for OTLP/HTTP"). */
function tracesUrl(base: URL): URL {
  return new URL(`${base.pathname.replace(/\/$/, '')}/v1/traces`, base)
}

function targetOf(read: Read, url: URL): OtlpTarget {
  return {
    url,
    protocol: read('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf',
    headers: read('OTEL_EXPORTER_OTLP_HEADERS') ?? {},
    timeout: read('OTEL_EXPORTER_OTLP_TIMEOUT') ?? 1,
  }
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
