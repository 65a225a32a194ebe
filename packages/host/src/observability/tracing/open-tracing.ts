/**
 * The traces of one host: how its parts record spans, and how those get to the collector. Only a host whose operator asks for
 * traces loads this module, and with it all others of this folder.
 */
import type { BuildFacts, Log } from '@host/plugin'
import type { Driver } from '../../database/driver.ts'
import type { MetricSource } from '../metrics/host-metrics.ts'
import type { ExecutionContexts } from '../containment/execution-contexts.ts'
import type { SpanSink } from '../../support/trace/span.ts'
import { spanEncoder } from './encode-spans.ts'
import { longestStop } from '../otlp/longest-stop.ts'
import { OtlpSender } from '../otlp/otlp-sender.ts'
import { RequestTraces, type RequestTracesOptions } from './request-traces.ts'
import { resourceFacts } from '../otlp/resource-facts.ts'
import { SpanQueue, type SpanQueueOptions } from './span-queue.ts'
import { TraceClock } from './trace-clock.ts'
import type { TracesConfig } from './traces-config.ts'
import { traceFamilies } from './trace-families.ts'
import { tracedLog } from './traced-log.ts'
import { TracedDriver } from './traced-driver.ts'
import { traceOutbound } from './trace-outbound.ts'
import { Tracer } from './tracer.ts'

/** Options of the traces of a host. */
export interface TracingOptions {
  readonly config: TracesConfig
  readonly build: Pick<BuildFacts, 'version'>
  readonly log: Log
}

/** The traces of a host. */
export interface Tracing {
  readonly tracer: Tracer
  /** Records requests. @param peers says which of them come from a trusted proxy */
  readonly requests: (peers: RequestTracesOptions['peers']) => RequestTraces
  /** The number of spans by what became of them. */
  readonly families: MetricSource
  /** The same log, whose lines name the trace. */
  readonly log: (log: Log) => Log
  /** The same driver, whose statements are recorded. */
  readonly driver: (driver: Driver) => Driver
  /** Follows the code of a host. @returns a function that ends it */
  follow(contexts: ExecutionContexts): () => void
  /** Sends the rest. @param limit milliseconds; it ends by then */
  readonly stop: (limit: number) => Promise<void>
}

/** Opens the traces of a host. Nothing is sent before the first span has ended. */
export function openTracing({ config, build, log }: TracingOptions): Tracing {
  const { target, sampling, queue: limits, destinations, followsProxies } = config
  const sender = new OtlpSender(target)
  const encode = spanEncoder(target.protocol, resourceFacts(config, build))
  const clock = new TraceClock()
  const send: SpanQueueOptions['send'] = (spans, signal) => sender.send(encode(spans, clock.offset()), signal)
  const queue = new SpanQueue({ ...limits, log, send })
  return tracingBy(new Tracer({ sampling, sink: queue }), {
    destinations,
    followsProxies,
    families: async () => traceFamilies(queue.counts),
    stop: async (limit) => {
      await queue.stop(Math.min(limit, longestStop))
      sender[Symbol.dispose]()
    },
  })
}

/** Records every request and job, and gives their spans to a sink in place of a collector. */
export function recordTracing(sink: SpanSink): Tracing {
  return tracingBy(new Tracer({ sampling: { followsParent: false, ratio: 1 }, sink }), {
    destinations: new Set(),
    followsProxies: false,
    families: async () => [],
    stop: async () => {},
  })
}

/** Parts of traces that depend on where they go. */
type TracingParts = Pick<TracesConfig, 'destinations' | 'followsProxies'> & Pick<Tracing, 'families' | 'stop'>

function tracingBy(tracer: Tracer, { destinations, followsProxies, families, stop }: TracingParts): Tracing {
  return Object.freeze<Tracing>({
    tracer,
    requests: (peers) => new RequestTraces({ tracer, peers, followsProxies }),
    families,
    log: (plain) => tracedLog(plain, tracer),
    driver: (driver) => new TracedDriver(driver, tracer),
    follow: (contexts) => {
      tracer.follow(contexts)
      return traceOutbound(tracer, destinations)
    },
    stop,
  })
}
