/**
 * Everything between the socket and the routes of a host: the pipeline, its time limits, and the record of answers.
 *
 *   made (answers requests) --listen()--> listening --drain()--> draining --stop()--> stopped --close()--> closed
 */
import type { Log, MaybePromise } from '@host/plugin'
import { bodyFamilies } from '../observability/metrics/body-families.ts'
import { connectionFamilies } from '../observability/metrics/connection-families.ts'
import { CallCounter } from '../observability/accounting/call-counter.ts'
import type { Booted } from './boot.ts'
import type { HostConfig } from '../config/config.ts'
import type { Tracing } from '../observability/tracing/open-tracing.ts'
import { AnswerDeadline } from '../observability/containment/answer-deadline.ts'
import { OpenStreams } from '../observability/containment/open-streams.ts'
import type { AnswerRecorder } from '../http/answer-record.ts'
import { BodyBudget } from '../http/body-budget.ts'
import { QuickEdge } from '../pipeline/edge/quick-edge.ts'
import { EventLoopLag } from '../http/event-loop-lag.ts'
import type { ConnectionSource } from '../http/connection-source.ts'
import type { HttpAddress } from '../http/http-address.ts'
import { listenError } from '../http/listen-error.ts'
import { listen, type Listening, type ListenOptions } from '../http/listen.ts'
import { answerHeaders } from '../http/security-headers.ts'
import { StandingHeaders } from '../http/standing-headers.ts'
import { accessLog } from '../pipeline/access-log.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { RequestIds } from '../pipeline/request-id.ts'
import { stateOf } from '../request/request-state.ts'
import { addressKey } from '../http/address-key.ts'

/** Options of a front. */
export interface FrontOptions {
  readonly config: HostConfig
  readonly log: Log
  /** Takes a line for each answer; it may write them late. */
  readonly answerLog: Log
  readonly stopping: AbortController
  /** Undefined where no traces are sent. */
  readonly tracing: Tracing | undefined
  /** Set where a parent accepts connections for several workers. */
  readonly source: ConnectionSource | undefined
}

/** Connections are checked often enough to keep their time limits, and at least this often. */
const longestCheck = 5_000
/** How long a connection that was in use stays open for its next request at a stop, in milliseconds. */
const longestGrace = 1_000

export class HttpFront {
  readonly #options: FrontOptions
  readonly #booted: Booted
  readonly #ids: RequestIds
  readonly #lag: EventLoopLag
  readonly #deadline: AnswerDeadline
  readonly #streams = new OpenStreams()
  readonly #bodies = new BodyBudget()
  readonly #pipeline: Pipeline
  readonly #recorder: AnswerRecorder | undefined
  readonly #quick: QuickEdge | undefined
  readonly #standing: StandingHeaders
  #listening: Listening | undefined

  constructor(options: FrontOptions, booted: Booted) {
    const { config, answerLog, tracing } = options
    const { router, peers, parts } = booted
    const { contexts, faults } = parts
    this.#options = options
    this.#booted = booted
    this.#standing = new StandingHeaders(answerHeaders(config.publicUrl?.protocol === 'https:'))
    this.#ids = new RequestIds(
      (request) => peers.isFromProxy(request),
      (address) => peers.isProxy(address),
    )
    this.#lag = new EventLoopLag(config.overloadLimit)
    this.#deadline = new AnswerDeadline(config.answerTimeout, { faults, contexts })
    const traces = tracing?.requests(peers)
    this.#recorder = accessLog(config.accessLog, answerLog)
    this.#pipeline = new Pipeline({
      router,
      peers,
      contexts,
      faults,
      deadline: this.#deadline,
      streams: this.#streams,
      calls: new CallCounter(parts.usage, booted.metrics),
      ids: this.#ids,
      lag: this.#lag,
      edge: booted.edge.opened,
      traces,
      cors: () => booted.operated.cors,
      brand: () => booted.brand.current(),
    })
    if (booted.edge.opened !== undefined) {
      this.#quick = new QuickEdge({
        sharedHost: config.sharedHost,
        directory: booted.edge.directory,
        handlers: booted.edge.handlers,
        peers,
        ids: this.#ids,
        lag: this.#lag,
        usage: parts.usage,
        metrics: booted.metrics,
        traces,
        faults,
        standing: this.#standing,
        isSecure: config.publicUrl?.protocol === 'https:',
      })
    }
    booted.apiCalls.open(this.#pipeline)
  }

  /** Where it can be reached from this machine; undefined while it does not listen. */
  get url(): string | undefined {
    return this.#listening?.url
  }

  /** Answers a request as if it had come through a socket. */
  answer(request: Request): MaybePromise<Response> {
    return this.#pipeline.answer(request)
  }

  /** Takes requests from a socket. @returns the URL @throws BootError when the address is taken */
  async listen(address: HttpAddress): Promise<string> {
    try {
      const listening = await listen({ ...this.#listenOptions(), address })
      this.#listening = listening
      this.#booted.metrics.add(async () => connectionFamilies(listening.connections()))
      this.#booted.metrics.add(async () => bodyFamilies(this.#bodies.bytes))
      return this.#listening.url
    } catch (error) {
      throw listenError(address, error)
    }
  }

  /** Takes no new connections, and ends those that wait for a request. */
  async drain(): Promise<void> {
    await this.#listening?.drain()
  }

  /** Stops listening; bodies still being sent at the deadline are reported and cut. */
  async stop(deadline: number): Promise<void> {
    await this.#listening?.stop(deadline, () => this.#streams.reportOpen(this.#booted.parts.faults))
  }

  /** Answers the waiting calls. */
  close(): void {
    this.#deadline.stop()
    this.#lag.stop()
  }

  #quickAnswer(): ListenOptions['quick'] {
    const [quick, plain] = [this.#quick, this.#booted.tls?.plain]
    if (quick === undefined || plain === undefined) return quick && ((message) => quick.answer(message))
    return (message) => (plain.takes(message) ? undefined : quick.answer(message))
  }

  #listenOptions(): Omit<ListenOptions, 'address'> {
    const { config, stopping, source, log } = this.#options
    const plain = this.#booted.tls?.plain
    return {
      handler: (request) => plain?.answer(request) ?? this.#pipeline.answer(request),
      refuse: plain && ((message) => plain.refusal(message)),
      replace: (request, error) => this.#pipeline.replace(request, error),
      onBodyError: (request, error) => this.#pipeline.reportBody(request, error),
      enter: (request, work) => this.#pipeline.enter(request, work),
      chargeBody: (request) => this.#bodies.open(addressKey(this.#booted.peers.addressOf(request))),
      quick: this.#quickAnswer(),
      beside: this.#booted.tls?.front,
      bodyLimits: (method, path) => this.#pipeline.bodyLimits(method, path),
      nameRequest: (request) => (request && stateOf(request)?.requestId) ?? this.#ids.next(),
      isProxy: (address) => this.#booted.peers.isProxy(address),
      standing: this.#standing,
      recorder: this.#recorder,
      limits: { ...config.http, checkInterval: Math.min(longestCheck, Math.ceil(config.http.headersTimeout / 3)) },
      grace: Math.min(longestGrace, config.stopTimeout / 10),
      stopping,
      source,
      log,
    }
  }
}
