import type { Agent } from 'undici'
import { Deadline } from './deadline.ts'
import { decodeBody } from './decode-body.ts'
import { Exchange } from './exchange.ts'
import { nextHop, type Hop } from './hop.ts'
import { judgedConnector } from './judged-connector.ts'
import { loadUndici } from './load-undici.ts'
import { observed, ObservedRequest } from './observed.ts'
import { outboundLimits } from './outbound-limits.ts'
import { OutboundPolicy } from './outbound-policy.ts'
import { readDestination } from './read-destination.ts'
import type { RawAnswer } from './raw-answer.ts'
import { lowerCase, requestHeaders } from './request-headers.ts'
import { asSafeHttpError, SafeHttpError } from './safe-http-error.ts'
import type { SafeClientOptions, SafeHttpClient, SafeInit, SafeMethod } from './safe-http-client.ts'
import { ReceivedResponse } from './received-response.ts'
import type { SafeResponse } from './safe-response.ts'

const methods: ReadonlySet<string> = new Set<SafeMethod>(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** A client with an agent of its own: a socket that a relaxed policy let through can never serve a strict one. */
export class SafeClient implements SafeHttpClient {
  readonly #timeout: number
  readonly #policy: OutboundPolicy
  readonly #maxBytes: number
  readonly #followsRedirects: boolean
  readonly #roots: readonly string[] | undefined
  #agent: Promise<Agent> | undefined

  /** @param timeout for a whole request, in milliseconds */
  constructor(timeout: number, options: SafeClientOptions) {
    const { outbound = new OutboundPolicy(), maxBytes = outboundLimits.body, followsRedirects = true } = options
    this.#timeout = inRange('time-out', timeout, outboundLimits.total)
    this.#maxBytes = inRange('largest body', maxBytes, Number.MAX_SAFE_INTEGER)
    this.#policy = outbound
    this.#followsRedirects = followsRedirects
    this.#roots = options.roots
    // Catches mistakes, such as passing a lookup that was not awaited or an options object. It is not a boundary: a plugin runs
    // in the process of the host and can make a policy, or open a socket, by itself. So a policy of another copy is as good.
    if (!(outbound instanceof OutboundPolicy)) {
      throw new TypeError('"outbound" is not an OutboundPolicy; pass ctx.lookup(Outbound)')
    }
  }

  async fetch(signal: AbortSignal, url: string | URL, init: SafeInit = {}): Promise<SafeResponse> {
    const request = new ObservedRequest(init.method ?? 'GET', url)
    return await observed(request, () => {
      const headers = request.added === undefined ? init.headers : { ...request.added, ...lowerCase(init.headers) }
      return this.#follow(signal, url, headers === undefined ? init : { ...init, headers })
    })
  }

  async #follow(signal: AbortSignal, url: string | URL, init: SafeInit): Promise<SafeResponse> {
    let hop = this.#firstHop(String(url), init)
    using deadline = new Deadline(signal, this.#timeout)
    const agent = await (this.#agent ??= this.#openAgent())
    for (let redirects = 0; redirects <= outboundLimits.redirects; redirects += 1) {
      const answer = await this.#send(agent, hop, deadline)
      const next = this.#followsRedirects ? nextHop(hop, answer, this.#policy) : undefined
      if (next === undefined) return await this.#respond(hop, answer)
      hop = next
    }
    throw new SafeHttpError('too_many_redirects')
  }

  #firstHop(text: string, { method = 'GET', headers = {}, body }: SafeInit): Hop {
    if (!methods.has(method)) {
      throw new TypeError(`"${method}" is not a method to send; use ${[...methods].join(', ')}.`)
    }
    if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
      throw new TypeError(`A ${method} request has no body; leave it out, or use another method.`)
    }
    return { url: readDestination(text, this.#policy), method, headers: requestHeaders(headers), body }
  }

  async #send(agent: Agent, { url, method, headers, body }: Hop, deadline: Deadline): Promise<RawAnswer> {
    const exchange = new Exchange({ maxBytes: this.#maxBytes, isHead: method === 'HEAD' })
    deadline.cover(exchange)
    const request = { origin: url.origin, path: url.pathname + url.search, method, headers, body: body ?? null }
    try {
      agent.dispatch(request, exchange)
      return await exchange.answer
    } catch (error) {
      throw deadline.reason ?? asSafeHttpError(error)
    }
  }

  async #respond({ url }: Hop, answer: RawAnswer): Promise<SafeResponse> {
    const body = await decodeBody(answer, this.#maxBytes)
    return Object.freeze(new ReceivedResponse({ ...answer, url: url.origin + url.pathname + url.search, body }))
  }

  async #openAgent(): Promise<Agent> {
    const { Agent, buildConnector } = await loadUndici()
    const { silence, step, idle, responseHeaders } = outboundLimits
    return new Agent({
      connect: judgedConnector({
        policy: this.#policy,
        timeout: Math.min(step, this.#timeout),
        build: buildConnector,
        roots: this.#roots,
      }),
      allowH2: false,
      useMilo: false,
      headersTimeout: Math.min(silence, this.#timeout),
      bodyTimeout: Math.min(silence, this.#timeout),
      keepAliveTimeout: idle,
      keepAliveMaxTimeout: idle,
      maxHeaderSize: responseHeaders,
    })
  }
}

function inRange(what: string, value: number, most: number): number {
  if (Number.isInteger(value) && value > 0 && value <= most) return value
  throw new RangeError(`The ${what} is ${value}; write a whole number of 1 to ${most}.`)
}
