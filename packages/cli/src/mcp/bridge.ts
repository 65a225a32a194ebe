/**
 * Carries messages between a client on standard input and output and the host's endpoint:
 *
 *   greeting ──refused──► CommandFailure
 *      '──welcome──► open ─┬─ onClosed(): the client has gone ─────────────────────► over
 *                          ├─ what came was too long, or nobody reads ─────────────► CommandFailure
 *                          └─ lookAfter(): the host is gone, or takes the token no more ─► CommandFailure
 *
 * Standard output carries messages of the protocol and nothing else. Each request is answered once: by the host, or by an
 * error that says why it was not. A request that is taken back is taken back from the host, which sees its connection end.
 */
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { CommandFailure } from '../command-failure.ts'
import type { BridgeTarget } from './bridge-target.ts'
import { callError, errorMessage, isUnreachable } from './call-error.ts'
import { greetHost, headersOf } from './greet-host.ts'

/** What a bridge stands between. */
export interface BridgeOptions {
  readonly target: BridgeTarget
  readonly stdin: Readable
  readonly stdout: Writable
  /** Tells the person who started it. */
  readonly report: (line: string) => void
  /** How long to wait before the host is looked for again, in milliseconds, once for each time. */
  readonly lookFor?: readonly number[]
}

/** As much as the host takes of one request, in bytes. */
export const largestMessage = 1_048_576
/** How many requests may wait for their answer. */
const mostRequests = 100
const defaultLooks = [250, 500, 1_000, 2_000, 4_000]
/** Between two tries to open the stream of notifications, in milliseconds. */
const longestPause = 30_000

/** Carries messages until the client has gone. @throws CommandFailure when the host has */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const refusal = await greetHost(options.target)
  if (refusal !== undefined) throw new CommandFailure([refusal.sentence])
  await new Bridge(options).run()
}

/** A request whose answer is not there yet. */
interface Waiting {
  readonly request: JSONRPCRequest
  /** Ends it where it is taken back. */
  readonly taken: AbortController
  /** Its answer comes as events, after the head. */
  isStreamed: boolean
}

class Bridge {
  readonly #options: BridgeOptions
  readonly #client: StdioServerTransport
  readonly #host: StreamableHTTPClientTransport
  readonly #waiting = new Map<RequestId, Waiting>()
  readonly #over = Promise.withResolvers<void>()
  readonly #ended = new AbortController()
  #isLooking = false
  #hasReported = false

  constructor(options: BridgeOptions) {
    this.#options = options
    this.#client = new StdioServerTransport(options.stdin, options.stdout, { maxBufferSize: largestMessage })
    this.#host = new StreamableHTTPClientTransport(options.target.url, {
      requestInit: { headers: headersOf(options.target), redirect: 'manual' },
      fetch: async (url, init) => this.#noteStream(init?.body, await fetch(url, init)),
      onInsufficientScope: 'throw',
      reconnectionScheduler: (reconnect, delay, attempt) => {
        if (attempt > 0) void this.#lookAfter()
        const timer = setTimeout(reconnect, Math.min(delay, longestPause))
        return () => clearTimeout(timer)
      },
      reconnectionOptions: {
        initialReconnectionDelay: 500,
        maxReconnectionDelay: longestPause,
        reconnectionDelayGrowFactor: 2,
        maxRetries: Infinity,
      },
    })
  }

  async run(): Promise<void> {
    let broken: Error | undefined
    Object.assign(this.#client, {
      onmessage: (message: JSONRPCMessage) => this.#toHost(message),
      onerror: (error: Error) => {
        broken = error
        queueMicrotask(() => {
          broken = undefined
          this.#reportOnce('A line on standard input was passed over: it is no message of the protocol.')
        })
      },
      onclose: () => this.#onClosed(broken),
    })
    Object.assign(this.#host, { onmessage: (message: JSONRPCMessage) => this.#toClient(message) })
    await this.#host.start()
    await this.#client.start()
    try {
      await this.#over.promise
    } finally {
      this.#ended.abort()
      await this.#client.close()
      await this.#host.close()
    }
  }

  #toHost(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.#ask(message)
    else if (!this.#takesBack(message)) {
      this.#host.send(message).catch((error: unknown) => this.#onFailure(error))
    }
  }

  #ask(request: JSONRPCRequest): void {
    const { id } = request
    if (this.#waiting.has(id)) return this.#answer(errorMessage(id, 'A request with this id waits for its answer.'))
    if (this.#waiting.size >= mostRequests) {
      return this.#answer(errorMessage(id, `${mostRequests} requests wait for their answers; send this one later.`))
    }
    const taken = new AbortController()
    const waiting: Waiting = { request, taken, isStreamed: false }
    this.#waiting.set(id, waiting)
    const onRequestStreamEnd = (): void => {
      this.#fail(id, errorMessage(id, 'The host ended its answer before it was complete.'))
    }
    const { url } = this.#options.target
    this.#host.send(request, { requestSignal: taken.signal, onRequestStreamEnd }).then(
      () => {
        if (!waiting.isStreamed) this.#fail(id, callError(id, undefined, url))
      },
      (error: unknown) => {
        this.#onFailure(error)
        this.#fail(id, callError(id, error, url))
      },
    )
  }

  #noteStream(body: unknown, response: Response): Response {
    if (typeof body === 'string' && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) {
      const waiting = this.#waiting.get((JSON.parse(body) as JSONRPCRequest).id)
      if (waiting !== undefined) waiting.isStreamed = true
    }
    return response
  }

  /** Whether a message takes a request back, which then has no answer any more. */
  #takesBack(message: JSONRPCMessage): boolean {
    if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return false
    const id = message.params?.['requestId'] as RequestId
    this.#waiting.get(id)?.taken.abort()
    this.#waiting.delete(id)
    return true
  }

  #toClient(message: JSONRPCMessage): void {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      const asked = message.id === undefined ? undefined : this.#waiting.get(message.id)
      if (message.id === undefined || asked === undefined) return
      this.#waiting.delete(message.id)
      const version = 'result' in message ? message.result['protocolVersion'] : undefined
      if (isInitializeRequest(asked.request) && typeof version === 'string') this.#host.setProtocolVersion(version)
    }
    this.#answer(message)
  }

  #fail(id: RequestId, message: JSONRPCMessage): void {
    if (this.#waiting.delete(id)) this.#answer(message)
  }

  #answer(message: JSONRPCMessage): void {
    this.#client.send(message).catch(() => undefined)
  }

  #onFailure(error: unknown): void {
    if (isUnreachable(error)) void this.#lookAfter()
  }

  /** Looks whether the host is there, for a while, and ends the bridge when it is not. */
  async #lookAfter(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const { target, lookFor = defaultLooks } = this.#options
    let refusal = await greetHost(target, this.#ended.signal)
    for (const wait of lookFor) {
      if (refusal === undefined || refusal.status === 401 || this.#ended.signal.aborted) break
      await sleep(wait, undefined, { signal: this.#ended.signal }).catch(() => undefined)
      refusal = await greetHost(target, this.#ended.signal)
    }
    this.#isLooking = false
    if (refusal !== undefined) this.#over.reject(new CommandFailure([refusal.sentence]))
  }

  #onClosed(broken: Error | undefined): void {
    if (broken === undefined) return this.#over.resolve()
    this.#over.reject(
      new CommandFailure([
        `The connection to the client broke: ${broken.message.replaceAll(/\s+/g, ' ').slice(0, 200)}.`,
      ]),
    )
  }

  #reportOnce(line: string): void {
    if (!this.#hasReported && !this.#ended.signal.aborted) this.#options.report(line)
    this.#hasReported = true
  }
}
