/** A collector of OpenTelemetry for tests: takes spans as JSON, and may refuse them or never answer. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { until } from '../../until.ts'

/** A span as it arrives. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** The number of `SpanKind`. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly hasFailed: boolean
  /** The id of the process that sent it. */
  readonly process: string
}

export interface Collector {
  readonly url: string
  readonly spans: CollectedSpan[]
  readonly requests: IncomingHttpHeaders[]
  /** The status of answers; none is sent while it is 0. */
  status: number
  /** Waits for the only span of that name, in that trace if one is given. */
  span(name: string, traceId?: string): Promise<CollectedSpan>
}

interface Pair {
  readonly key: string
  readonly value: {
    readonly stringValue?: string
    readonly intValue?: string
    readonly boolValue?: boolean
    readonly doubleValue?: number
  }
}

type SentSpan = Omit<CollectedSpan, 'attributes' | 'links' | 'hasFailed' | 'process'> & {
  readonly attributes: readonly Pair[]
  readonly links?: CollectedSpan['links']
  readonly status: { readonly code?: number }
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Pair[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

/** Starts a collector; it ends with the test. */
export async function startCollector(context: { after(end: () => unknown): void }): Promise<Collector> {
  const server = createServer((request, response) => {
    collector.requests.push(request.headers)
    void json(request).then((sent) => {
      if (collector.status === 0) return
      if (collector.status === 200) collector.spans.push(...spansOf(sent as Sent))
      response.writeHead(collector.status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    status: 200,
    span: async (name, traceId) => {
      const found = (): CollectedSpan | undefined =>
        collector.spans.find((span) => span.name === name && (traceId ?? span.traceId) === span.traceId)
      await until(() => found() !== undefined)
      return found() as CollectedSpan
    },
  }
  return collector
}

function spansOf({ resourceSpans }: Sent): readonly CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const process = String(recordOf(resource.attributes)['process.pid'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, links = [], status, ...span }) => ({
        ...span,
        links,
        attributes: recordOf(attributes),
        hasFailed: status.code === 2,
        process,
      })),
    )
  })
}

function recordOf(pairs: readonly Pair[]): CollectedSpan['attributes'] {
  return Object.fromEntries(
    pairs.map(({ key, value: { stringValue, intValue, boolValue, doubleValue = 0 } }) => [
      key,
      stringValue ?? boolValue ?? (intValue === undefined ? doubleValue : Number(intValue)),
    ]),
  )
}
