/**
 * Carries messages between a client on standard input and output and the host's endpoint:
 *
 *   greeting ──refused──► CommandFailure
 *      '──welcome──► open ─┬─ onClosed(): the client has gone ─────────────────────► over
 *                          ├─ a message was too long, or output is not read ───────► CommandFailure
 *                          └─ HostWatch: the host is gone, or refuses the token ───► CommandFailure
 *
 * Standard output carries only messages of the protocol. Each request is answered once: by the host, or by an error
 * with the reason. A canceled request is canceled at the host, which sees its connection end.
 */
import type { Readable, Writable } from 'node:stream'
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
import { HostWatch } from './host-watch.ts'
import { WaitingRequests } from './waiting-requests.ts'

/** The ends of a bridge. */
export interface BridgeOptions {
  readonly target: BridgeTarget
  readonly stdin: Readable
  readonly stdout: Writable
  /** Reports to the person who started it. */
  readonly report: (line: string) => void
  /** How long to wait before the host is looked for again, in milliseconds, once for each time. */
  readonly lookFor?: readonly number[]
}

/** As much as the host takes of one request, in bytes. */
export const largestMessage = 1_048_576
const defaultLooks = [250, 500, 1_000, 2_000, 4_000]
/** Between two attempts to open the stream of notifications, in milliseconds. */
const longestPause = 30_000

/** Carries messages until the client has gone. @throws CommandFailure when the host has */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const refusal = await greetHost(options.target)
  if (refusal !== undefined) throw new CommandFailure([refusal.sentence])
  await new Bridge(options).run()
}

class Bridge {
  readonly #options: BridgeOptions
  readonly #client: StdioServerTransport
  readonly #host: StreamableHTTPClientTransport
  readonly #waiting = new WaitingRequests()
  readonly #over = Promise.withResolvers<void>()
  readonly #ended = new AbortController()
  readonly #watch: HostWatch
  #hasReported = false

  constructor(options: BridgeOptions) {
    this.#options = options
    const { target, lookFor = defaultLooks } = options
    this.#watch = new HostWatch({
      target,
      lookFor,
      ended: this.#ended.signal,
      onGone: ({ sentence }) => this.#over.reject(new CommandFailure([sentence])),
    })
    this.#client = new StdioServerTransport(options.stdin, options.stdout, { maxBufferSize: largestMessage })
    this.#host = new StreamableHTTPClientTransport(options.target.url, {
      requestInit: { headers: headersOf(options.target), redirect: 'manual' },
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        this.#waiting.noteStream(init?.body, response)
        return response
      },
      onInsufficientScope: 'throw',
      reconnectionScheduler: (reconnect, delay, attempt) => {
        if (attempt > 0) void this.#watch.look()
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
          this.#reportOnce('Ignored a line on standard input that is not a valid MCP message.')
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
    const waiting = this.#waiting.add(request)
    if (typeof waiting === 'string') return this.#answer(errorMessage(id, waiting))
    const onRequestStreamEnd = (): void => {
      this.#fail(id, errorMessage(id, 'The host closed the connection before its response was complete.'))
    }
    const { url } = this.#options.target
    this.#host.send(request, { requestSignal: waiting.taken.signal, onRequestStreamEnd }).then(
      () => {
        if (!waiting.isStreamed) this.#fail(id, callError(id, undefined, url))
      },
      (error: unknown) => {
        this.#onFailure(error)
        this.#fail(id, callError(id, error, url))
      },
    )
  }

  /** Whether a message takes a request back, which then has no answer any more. */
  #takesBack(message: JSONRPCMessage): boolean {
    if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return false
    this.#waiting.takeBack(message.params?.['requestId'] as RequestId)
    return true
  }

  #toClient(message: JSONRPCMessage): void {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      const asked = message.id === undefined ? undefined : this.#waiting.takeOut(message.id)
      if (asked === undefined) return
      const version = 'result' in message ? message.result['protocolVersion'] : undefined
      if (isInitializeRequest(asked.request) && typeof version === 'string') this.#host.setProtocolVersion(version)
    }
    this.#answer(message)
  }

  #fail(id: RequestId, message: JSONRPCMessage): void {
    if (this.#waiting.takeOut(id) !== undefined) this.#answer(message)
  }

  #answer(message: JSONRPCMessage): void {
    this.#client.send(message).catch(() => undefined)
  }

  #onFailure(error: unknown): void {
    if (isUnreachable(error)) void this.#watch.look()
  }

  #onClosed(broken: Error | undefined): void {
    if (broken === undefined) return this.#over.resolve()
    this.#over.reject(
      new CommandFailure([
        `The connection to the client failed: ${broken.message.replaceAll(/\s+/g, ' ').slice(0, 200)}.`,
      ]),
    )
  }

  #reportOnce(line: string): void {
    if (!this.#hasReported && !this.#ended.signal.aborted) this.#options.report(line)
    this.#hasReported = true
  }
}
