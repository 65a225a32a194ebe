/** The variables of OpenTelemetry that the host reads, with their standard names and forms. */
import { between, oneOf } from './config-values.ts'
import { HostPatterns } from './host-patterns.ts'
import {
  maskCollector,
  parseCollector,
  parsePairs,
  parseProtocol,
  parseRatio,
  parseSampler,
  parseService,
  parseSwitch,
} from './telemetry-values.ts'

const milliseconds = between(1, 600_000, 'milliseconds')
const spans = between(1, 100_000, 'spans')

/** An address of a collector: it may lead into the operator's network, and a wrong one may have a password. */
const collector = (description: string) =>
  ({ description, isOfInstance: true, mask: maskCollector, parse: parseCollector }) as const
const headers = (description: string) =>
  ({ description, isSecret: true, isOfInstance: true, parse: parsePairs }) as const

/** Traces and metrics that are sent to a collector. A variable of one of them takes the place of the one for both. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector(
    'Collector of OpenTelemetry, such as http://collector:4318; traces and metrics are sent to it when set',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector('Full address for traces, in place of that collector'),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: collector('Full address for metrics, in place of that collector'),
  OTEL_EXPORTER_OTLP_HEADERS: headers('Headers for the collector: name=value, comma separated'),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers('Headers for traces, in place of those'),
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: headers('Headers for metrics, in place of those'),
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    description: 'http/protobuf or http/json',
    default: 'http/protobuf',
    parse: parseProtocol,
  },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: { description: 'The same for traces alone', parse: parseProtocol },
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: { description: 'The same for metrics alone', parse: parseProtocol },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    description: 'Time limit in milliseconds for one request to the collector',
    default: '10000',
    parse: milliseconds,
  },
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: { description: 'The same for traces alone', parse: milliseconds },
  OTEL_EXPORTER_OTLP_METRICS_TIMEOUT: { description: 'The same for metrics alone', parse: milliseconds },
  OTEL_SDK_DISABLED: { description: 'true sends no traces and no metrics', default: 'false', parse: parseSwitch },
  OTEL_TRACES_EXPORTER: { description: 'otlp or none', default: 'otlp', parse: oneOf('otlp', 'none') },
  OTEL_METRICS_EXPORTER: { description: 'otlp or none', default: 'otlp', parse: oneOf('otlp', 'none') },
  OTEL_METRIC_EXPORT_INTERVAL: {
    description: 'Time in milliseconds from one export of metrics to the next',
    default: '60000',
    parse: milliseconds,
  },
  OTEL_METRIC_EXPORT_TIMEOUT: {
    description: 'Time limit in milliseconds for an export of metrics, retries included',
    default: '30000',
    parse: milliseconds,
  },
  OTEL_SERVICE_NAME: {
    description: 'service.name of this host; that of OTEL_RESOURCE_ATTRIBUTES, or host, when not set',
    parse: parseService,
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    description: 'Further facts of this host: name=value, comma separated',
    default: '',
    parse: parsePairs,
  },
  OTEL_TRACES_SAMPLER: {
    description: 'always_on, always_off, traceidratio, or one of them after parentbased_',
    default: 'parentbased_traceidratio',
    parse: parseSampler,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    description: 'Ratio of traces that are recorded, from 0 to 1',
    default: '0.01',
    parse: parseRatio,
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    description: 'Longest time in milliseconds that an ended span waits to be sent',
    default: '5000',
    parse: milliseconds,
  },
  OTEL_BSP_EXPORT_TIMEOUT: {
    description: 'Time limit in milliseconds for a batch, retries included',
    default: '30000',
    parse: milliseconds,
  },
  OTEL_BSP_MAX_QUEUE_SIZE: {
    description: 'Spans that may wait to be sent; more are dropped',
    default: '2048',
    parse: spans,
  },
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: { description: 'Spans sent at once', default: '512', parse: spans },
  HOST_TRACE_PROXY: {
    description:
      '1 continues the traceparent of proxies in HOST_TRUST_PROXY; only for proxies that replace the header of clients',
    default: '0',
    parse: oneOf('0', '1'),
  },
  HOST_TRACE_DESTINATIONS: {
    description:
      'Hosts that requests of plugins send a traceparent header to: names, *.example.com, or *; none when not set',
    default: '',
    isOfInstance: true,
    parse: (text: string) => new HostPatterns(text),
  },
} as const
