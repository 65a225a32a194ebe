/**
 * Answers of plugins from memory, before a `Request` is made of the message:
 *
 *   GET or HEAD --owner of the host in memory--> quick handler --an answer--> within the limit? --yes--> sent
 *
 * Everything else goes the usual way, which judges it anew: another method, a body, a cold host, a busy process, a
 * handler that knows no answer or throws, and a client over its limit.
 */
import type { IncomingMessage } from 'node:http'
import { normalizeHostName } from '@host/plugin'
import type { EdgeVisit, QuickAnswer } from '@host/plugin/platform'
import type { RequestMetrics } from '../accounting/metrics/request-metrics.ts'
import type { UsageMeter } from '../accounting/usage-meter.ts'
import type { EventLoopLag } from '../http/event-loop-lag.ts'
import type { Faults } from '../containment/faults.ts'
import type { Peers } from '../middleware/peers.ts'
import type { RequestIds } from '../middleware/request-id.ts'
import { addressKey } from '../rate-limits/address-key.ts'
import type { EdgeDirectory } from './edge-directory.ts'
import type { EdgeHandlers, QuickServed } from './edge-handlers.ts'

/** Options of the quick edge. */
export interface QuickEdgeOptions {
  readonly directory: Pick<EdgeDirectory, 'known'>
  readonly handlers: Pick<EdgeHandlers, 'quickOf'>
  readonly peers: Pick<Peers, 'addressOfMessage' | 'isProxy'>
  readonly ids: Pick<RequestIds, 'ofMessage'>
  readonly lag: Pick<EventLoopLag, 'isOverLimit'>
  readonly usage: Pick<UsageMeter, 'of'>
  readonly metrics: Pick<RequestMetrics, 'note'> | undefined
  readonly faults: Faults
  readonly isSecure: boolean
}

/** An answer with the headers that it leaves with. */
export interface QuickSent {
  readonly status: number
  readonly headers: Record<string, string>
  readonly requestId: string
}

const strictTransport = 'max-age=604800'

export class QuickEdge {
  readonly #options: QuickEdgeOptions

  constructor(options: QuickEdgeOptions) {
    this.#options = options
  }

  /** The answer to a message that has no body; undefined leaves it to the usual way. */
  answer(message: IncomingMessage): QuickSent | undefined {
    const { method } = message
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const since = performance.now()
    const { directory, handlers, lag } = this.#options
    const host = normalizeHostName(message.headers.host ?? '')
    const site = host === undefined ? undefined : directory.known(host)
    if (host === undefined || site?.plugin === undefined || site.page !== undefined || lag.isOverLimit(since))
      return undefined
    const served = handlers.quickOf(site.plugin)
    if (served === undefined) return undefined
    const visit = new Visit(message, host, site.orgId, this.#options.peers)
    const answer = served.quick(visit)
    if (answer === undefined || !passes(served, visit)) return undefined
    answer.onPassed?.()
    this.#options.usage.of(site.plugin, site.orgId).noteCall(performance.now() - since, false)
    this.#options.metrics?.note(site.plugin, { method, status: answer.status }, (performance.now() - since) / 1000)
    return this.#sent(message, answer)
  }

  #sent(message: IncomingMessage, { status, headers }: QuickAnswer): QuickSent {
    const requestId = this.#options.ids.ofMessage(message)
    const sent: Record<string, string> = { ...headers, 'content-length': '0', 'x-request-id': requestId }
    if (this.#options.isSecure) sent['strict-transport-security'] = strictTransport
    return { status, headers: sent, requestId }
  }
}

function passes({ limiter }: QuickServed, visit: Visit): boolean {
  if (limiter === undefined) return true
  const standing = limiter.take(addressKey(visit.address))
  return !(standing instanceof Promise) && standing.isAllowed
}

class Visit implements EdgeVisit {
  readonly host: string
  readonly orgId: string
  readonly #message: IncomingMessage
  readonly #peers: Pick<Peers, 'addressOfMessage'>
  #address: string | undefined

  constructor(message: IncomingMessage, host: string, orgId: string, peers: Pick<Peers, 'addressOfMessage'>) {
    this.host = host
    this.orgId = orgId
    this.#message = message
    this.#peers = peers
  }

  get method(): 'GET' | 'HEAD' {
    return this.#message.method as 'GET' | 'HEAD'
  }

  get target(): string {
    return this.#message.url ?? ''
  }

  get address(): string {
    return (this.#address ??= this.#peers.addressOfMessage(this.#message))
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
}
