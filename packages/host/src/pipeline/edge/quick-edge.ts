/**
 * Answers of plugins from memory, before a `Request` is made of the message:
 *
 *   GET or HEAD --owner of the host in memory--> quick handler --an answer--> within the limit? --yes--> sent
 *
 * Everything else goes the usual way, which judges it again: another method, a body, a host that is not in memory, a busy
 * process, a handler that has no answer or throws, and a client over its limit.
 */
import type { IncomingMessage } from 'node:http'
import { normalizeHostName } from '@host/plugin'
import type { QuickAnswer } from '@host/plugin/platform'
import type { MeteredRequests } from '../../observability/accounting/call-counter.ts'
import type { UsageMeter } from '../../observability/accounting/usage-meter.ts'
import type { Faults } from '../../observability/containment/faults.ts'
import type { EventLoopLag } from '../../http/event-loop-lag.ts'
import type { StandingHeaders } from '../../http/standing-headers.ts'
import type { Peers } from '../../request/peers.ts'
import type { RequestIds } from '../request-id.ts'
import type { RequestTraces } from '../../observability/tracing/request-traces.ts'
import { addressKey } from '../../http/address-key.ts'
import type { EdgeDirectory } from './edge-directory.ts'
import type { EdgeHandlers, QuickServed } from './edge-handlers.ts'
import { strictTransport } from './edge.ts'
import { MessageVisit } from './visits.ts'
import type { Answerer, QuickSent } from '../../http/quick-sent.ts'

/** Options of the quick edge. */
export interface QuickEdgeOptions {
  /** The host that all workspaces share; undefined without one. */
  readonly sharedHost: string | undefined
  readonly directory: Pick<EdgeDirectory, 'known' | 'serves'>
  readonly handlers: Pick<EdgeHandlers, 'quickOf' | 'shared'>
  readonly peers: Pick<Peers, 'addressOfMessage'>
  readonly ids: Pick<RequestIds, 'ofMessage'>
  readonly lag: Pick<EventLoopLag, 'isOverLimit'>
  readonly usage: Pick<UsageMeter, 'of'>
  readonly metrics: MeteredRequests
  /** Records requests in traces; undefined where none are sent. */
  readonly traces: RequestTraces | undefined
  readonly faults: Faults
  /** Headers of every answer that does not state them itself. */
  readonly standing: Pick<StandingHeaders, 'linesBeside'>
  /** Whether browsers reach the instance over TLS. */
  readonly isSecure: boolean
}

/** An answer of a plugin, with the lines of its headers. */
interface ReadyAnswer {
  readonly status: number
  readonly lines: string
  readonly onPassed: (() => void) | undefined
}

export class QuickEdge {
  readonly #options: QuickEdgeOptions
  /** The lines of frozen headers, which come again. */
  readonly #lines = new WeakMap<QuickAnswer['headers'], string>()
  #header = ''
  #name: string | undefined

  constructor(options: QuickEdgeOptions) {
    this.#options = options
  }

  /** The answer to a message that has no body; undefined leaves it to the usual way. */
  answer(message: IncomingMessage): QuickSent | undefined {
    const { method } = message
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const since = performance.now()
    const host = this.#nameOf(message.headers.host ?? '')
    if (host === undefined || this.#options.lag.isOverLimit(since)) return undefined
    const visit = new MessageVisit(message, host, this.#options.peers)
    const answerer = host === this.#options.sharedHost ? this.#sharedAnswerer(visit) : this.#answererOf(host)
    if (answerer === undefined) return undefined
    visit.orgId = answerer.orgId
    const answer = this.#ask(answerer, visit)
    if (answer === undefined) return undefined
    this.#count(answerer, { method, status: answer.status }, since)
    const sent = this.#sent(message, answer, answerer)
    this.#options.traces?.quick({ message, since }, sent)
    return sent
  }

  /** Most requests name the host that the last one named. */
  #nameOf(header: string): string | undefined {
    if (header !== this.#header) {
      this.#header = header
      this.#name = normalizeHostName(header)
    }
    return this.#name
  }

  #answererOf(host: string): Answerer | undefined {
    const site = this.#options.directory.known(host)
    if (site?.plugin === undefined || site.page !== undefined) return undefined
    return { plugin: site.plugin, orgId: site.orgId }
  }

  #sharedAnswerer(visit: MessageVisit): Answerer | undefined {
    const { handlers, directory } = this.#options
    const { shared } = handlers
    if (shared === undefined) return undefined
    const { plugin, workspaceOf } = shared
    const orgId = this.#guarded(plugin, () => workspaceOf(visit))
    if (typeof orgId !== 'string' || directory.serves(orgId, plugin) !== true) return undefined
    return { plugin, orgId }
  }

  #ask({ plugin }: Answerer, visit: MessageVisit): ReadyAnswer | undefined {
    const served = this.#options.handlers.quickOf(plugin)
    if (served === undefined) return undefined
    const ready = this.#guarded(plugin, () => this.#made(served.quick(visit)))
    if (ready === undefined || !passes(served, visit)) return undefined
    const { onPassed } = ready
    if (onPassed !== undefined) this.#guarded(plugin, onPassed)
    return ready
  }

  /** @throws TypeError for a value that a header can't carry */
  #made(answer: QuickAnswer | undefined): ReadyAnswer | undefined {
    if (answer === undefined) return undefined
    const { status, headers, onPassed } = answer
    return { status, lines: this.#linesOf(headers), onPassed }
  }

  #linesOf(headers: QuickAnswer['headers']): string {
    const known = this.#lines.get(headers)
    if (known !== undefined) return known
    const all = this.#options.isSecure ? { ...headers, 'strict-transport-security': strictTransport } : headers
    const lines = this.#options.standing.linesBeside(all) + checkedLines(all)
    if (!Object.isFrozen(headers)) return lines
    const kept = inOnePiece(lines)
    this.#lines.set(headers, kept)
    return kept
  }

  /** Calls a plugin; an error is a fault of the plugin, and the usual way answers. */
  #guarded<Result>(plugin: string, call: () => Result): Result | undefined {
    try {
      return call()
    } catch (error) {
      this.#options.faults.report({ plugin, kind: 'handler', error })
      return undefined
    }
  }

  #count(
    { plugin, orgId }: Answerer,
    answered: { readonly method: string; readonly status: number },
    since: number,
  ): void {
    const milliseconds = performance.now() - since
    this.#options.usage.of(plugin, orgId).noteCall(milliseconds, false)
    this.#options.metrics.requests?.note(plugin, answered, milliseconds / 1000)
  }

  #sent(message: IncomingMessage, { status, lines }: ReadyAnswer, answerer: Answerer): QuickSent {
    const requestId = this.#options.ids.ofMessage(message)
    return { status, lines: `${lines}x-request-id: ${requestId}\r\n`, requestId, answerer }
  }
}

/** @throws TypeError for a value that a header can't carry: it would let its author write others */
function checkedLines(headers: QuickAnswer['headers']): string {
  let lines = ''
  for (const name in headers) {
    const value = headers[name] ?? ''
    if (unsent.test(value)) throw new TypeError(`The header ${name} has a character that HTTP can't carry.`)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}

/** A copy in one piece: Node flattens a text of many pieces again each time that it is written. */
function inOnePiece(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

const unsent = /[^\t\u0020-\u007e\u0080-\u00ff]/

function passes({ limiter }: QuickServed, visit: MessageVisit): boolean {
  if (limiter === undefined) return true
  const standing = limiter.take(addressKey(visit.address))
  return !(standing instanceof Promise) && standing.isAllowed
}
