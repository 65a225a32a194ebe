import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { outboundChannel, outboundStartChannel, type OutboundCall, type OutboundStart } from '@host/plugin/platform'
import { writeTraceParent } from '../../support/trace/trace-context.ts'
import type { Span } from '../../support/trace/span.ts'
import type { TracesConfig } from './traces-config.ts'
import type { Tracer } from './tracer.ts'

/**
 * Records the requests that plugins send by `safehttp` in the trace of the running code. Every host of a process is
 * notified of every request, and each records those of its own traces. Only the hosts that the operator names get a
 * `traceparent`; none gets a `tracestate` or baggage.
 * @returns a function that ends it
 */
export function traceOutbound(tracer: Tracer, destinations: TracesConfig['destinations']): () => void {
  const running = new WeakMap<object, Span>()
  const begin = (message: unknown): void => {
    const { request } = message as OutboundStart
    if (request === undefined) return
    const span = tracer.child(request.method, 'client')
    if (span !== undefined) running.set(request, span)
    span?.set({ 'http.request.method': request.method, 'server.address': request.host, 'server.port': request.port })
    const place = destinations.has(request.host) ? (span ?? tracer.current) : undefined
    if (place !== undefined) request.addHeader('traceparent', writeTraceParent(place))
  }
  const end = (message: unknown): void => {
    const { request, status, hasFailed } = message as OutboundCall
    const span = request && running.get(request)
    if (span === undefined) return
    if (status !== undefined) span.set({ 'http.response.status_code': status })
    if (hasFailed) span.fail('no_answer')
    else if (status !== undefined && status >= 400) span.fail(String(status))
    span.end()
  }
  subscribe(outboundStartChannel, begin)
  subscribe(outboundChannel, end)
  return () => {
    unsubscribe(outboundStartChannel, begin)
    unsubscribe(outboundChannel, end)
  }
}
