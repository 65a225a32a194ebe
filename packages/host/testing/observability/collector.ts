/** A collector of OpenTelemetry for tests: takes spans and metrics as JSON, and may refuse them or never answer. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { until } from '../until.ts'
import { metricsOf, type CollectedMetrics, type SentMetrics } from './collected-metrics.ts'
import { spansOf, type CollectedSpan, type SentSpans } from './collected-spans.ts'

export interface Collector {
  readonly url: string
  readonly spans: CollectedSpan[]
  /** Exports of metrics that were accepted, in their order. */
  readonly exports: CollectedMetrics[]
  /** Of all requests, also of those that were refused. */
  readonly requests: IncomingHttpHeaders[]
  /** Requests that were never answered. */
  readonly held: ServerResponse[]
  /** The status of answers; none is sent while it is 0. */
  status: number
  /** The header `Retry-After` of answers. */
  retryAfter: string | undefined
  /** Waits for the only span of that name, in that trace if one is given. */
  span(name: string, traceId?: string): Promise<CollectedSpan>
  /** Waits for the first export from now on that fits. */
  export(fits?: (sent: CollectedMetrics) => boolean): Promise<CollectedMetrics>
  /** Ends it before its test. */
  close(): Promise<void>
}

/** Starts a collector; it ends with the test. @param port any when left out */
export async function startCollector(context: { after(end: () => unknown): void }, port = 0): Promise<Collector> {
  const server = createServer((request, response) => {
    collector.requests.push(request.headers)
    void json(request).then((sent) => {
      if (collector.status === 0) return collector.held.push(response)
      if (collector.status === 200 && request.url === '/v1/traces') collector.spans.push(...spansOf(sent as SentSpans))
      if (collector.status === 200 && request.url === '/v1/metrics') {
        collector.exports.push(metricsOf(sent as SentMetrics))
      }
      const { retryAfter } = collector
      return response.writeHead(collector.status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  context.after(close)
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    exports: [],
    requests: [],
    held: [],
    status: 200,
    retryAfter: undefined,
    span: async (name, traceId) => {
      const found = (): CollectedSpan | undefined =>
        collector.spans.find((span) => span.name === name && (traceId ?? span.traceId) === span.traceId)
      await until(() => found() !== undefined)
      return found() as CollectedSpan
    },
    export: async (fits = () => true) => {
      const { length } = collector.exports
      const found = (): CollectedMetrics | undefined => collector.exports.slice(length).find(fits)
      await until(() => found() !== undefined)
      return found() as CollectedMetrics
    },
    close,
  }
  return collector
}
