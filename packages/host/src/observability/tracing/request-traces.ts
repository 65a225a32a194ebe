/**
 * Requests as spans. They name the pattern of the route, never the path, the query or a header: those may have the token
 * of a link, or data of a person.
 */
import type { IncomingMessage } from 'node:http'
import { requestHeader } from '../../http/node-request.ts'
import type { QuickSent } from '../../http/quick-sent.ts'
import type { Peers } from '../../request/peers.ts'
import type { RequestState } from '../../request/request-state.ts'
import type { Span, SpanAttributes } from '../../support/trace/span.ts'
import type { Tracer } from './tracer.ts'

/** Dependencies of the spans of requests. */
export interface RequestTracesOptions {
  readonly tracer: Tracer
  readonly peers: Pick<Peers, 'isFromProxy' | 'isProxy'>
  /** Whether the operator vouches that trusted proxies replace the `traceparent` of clients. */
  readonly followsProxies: boolean
}

/** A request that was answered from memory. */
export interface QuickRequest {
  readonly message: IncomingMessage
  /** When it came in, by `performance.now`. */
  readonly since: number
}

/** Other methods are not named: a client chooses them (semantic conventions for HTTP spans). */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const firstFault = 500

export class RequestTraces {
  readonly #options: RequestTracesOptions
  readonly #unrecorded = (): Span => this.#options.tracer.unrecorded()

  constructor(options: RequestTracesOptions) {
    this.#options = options
  }

  /** Begins the span of a request. Most are not recorded, which is decided before anything is read or made. */
  open(state: RequestState): void {
    const { tracer, peers, followsProxies } = this.#options
    const { request } = state
    const isTrusted = followsProxies && requestHeader(request, 'traceparent') !== null && peers.isFromProxy(request)
    const chance = Math.random()
    if (!isTrusted && !tracer.records(chance)) {
      state.unrecorded = this.#unrecorded
      return
    }
    const headers = {
      parent: requestHeader(request, 'traceparent'),
      state: requestHeader(request, 'tracestate'),
      chance,
    }
    state.requestSpan = state.span = tracer.openRequest(methodOf(request.method), headers, isTrusted)
  }

  /** Begins the span of a call inside of the build. */
  openInternal(state: RequestState, pattern: string): void {
    state.requestSpan = state.span = this.#options.tracer.openInternal(pattern)
  }

  /** Ends the span of a request whose answer is ready to leave. */
  end(state: RequestState, status: number): void {
    const { requestSpan: span, route, plugin, requestId, request } = state
    if (span === undefined || !span.isSampled) return
    const path = route.slice(route.indexOf(' ') + 1)
    if (path !== '') span.name = `${methodOf(request.method)} ${path}`
    const orgId = state.caller?.orgId ?? state.site?.orgId
    span.set({
      ...answerFacts({ plugin, requestId, method: request.method, status }),
      ...(path !== '' && { 'http.route': path }),
      ...(orgId !== undefined && orgId !== '' && { 'workspace.id': orgId }),
    })
    finish(span, status)
  }

  /** Records a request that was answered from memory. */
  quick({ message, since }: QuickRequest, { status, requestId, answerer }: QuickSent): void {
    const { tracer, peers, followsProxies } = this.#options
    const chance = Math.random()
    if (!followsProxies && !tracer.records(chance)) return
    const { traceparent, tracestate } = message.headers
    const method = message.method ?? ''
    const parent = textOf(traceparent)
    const isTrusted = followsProxies && parent !== undefined && peers.isProxy(message.socket.remoteAddress ?? '')
    const headers = { parent, state: textOf(tracestate), chance }
    const span = tracer.openRequest(`${methodOf(method)} edge`, headers, isTrusted)
    if (!span.isSampled) return
    span.since = since
    span.set({
      ...answerFacts({ plugin: answerer.plugin, requestId, method, status }),
      'http.route': 'edge',
      'workspace.id': answerer.orgId,
    })
    finish(span, status)
  }
}

interface Answered {
  readonly plugin: string
  readonly requestId: string
  readonly method: string
  readonly status: number
}

function answerFacts({ plugin, requestId, method, status }: Answered): SpanAttributes {
  return {
    'http.request.method': methodOf(method),
    'http.response.status_code': status,
    'plugin.name': plugin,
    'request.id': requestId,
  }
}

function finish(span: Span, status: number): void {
  if (status >= firstFault) span.fail(String(status))
  span.end()
}

function methodOf(method: string): string {
  return methods.has(method) ? method : '_OTHER'
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
