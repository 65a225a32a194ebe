/**
 * The host's state of a request, kept in one place and found from the `Request` itself.
 *
 * The state is stamped onto the request as a private field: a plugin can neither forge it on a request of its own nor
 * print it by logging the request (it holds the caller's CSRF token), and reading it costs a hundredth of a WeakMap
 * look-up. A copy of a request has no state and therefore no caller.
 */
import { limits, type Language, type MaybePromise } from '@host/plugin'
import type { EdgeSite } from './edge-site.ts'
import type { Caller } from './caller.ts'
import type { KeyReply } from './key-headers.ts'
import { sessionChallenge } from '../http/challenge.ts'
import { callSignal } from '../http/call-signal.ts'
import { readBody } from '../http/request-body.ts'
import { errorForm, readerLanguage, siteErrorForm, type ErrorForm } from '../http/error-reader.ts'
import { rawPath, requestHeader } from '../http/node-request.ts'
import type { RateStanding } from './rate-policy.ts'
import type { Peers } from './peers.ts'
import type { AuditDetails } from '@host/plugin'
import type { Span } from '../support/trace/span.ts'

/** A header and its value. */
export type StatedHeader = readonly [name: string, value: string]

/** Details that a handler gives the audit entry of its call, with the workspace. */
export type EntryDetails = AuditDetails & { readonly orgId?: string | undefined }

/** The audit entry of a call, as its handler sees it. */
export interface CallEntry {
  /** @throws Error once it is written; TypeError for an action that is none */
  describe(details: EntryDetails): void
}

/** Origin of a request: from its socket and the proxies before it, or from the call that it is part of. */
export type RequestPeers = Pick<Peers, 'addressOf' | 'isSecure'>

/** The facts of a request that the middleware fill in from the outside inward. It is also the frame its handler runs in. */
export class RequestState {
  readonly request: Request
  readonly requestId: string
  /** When it came in, by `performance.now`; -1 once its answer has been counted. */
  since = performance.now()
  /** The plugin whose route was matched; `host` before and outside any. */
  plugin = 'host'
  /** The pattern of that route. */
  route = ''
  /** The largest body that the route takes, in bytes. */
  bodyLimit: number = limits.requestBody
  /** Whether the route takes a file as its body, which is streamed and never in memory as a whole. */
  isUpload = false
  /** Whether the host is receiving that file: the handler has not begun, and its deadline neither. */
  isReceiving = false
  params: Readonly<Record<string, string>> = noParams
  /** The challenge of a 401 of the route. */
  challenge = sessionChallenge
  /** The workspace that the call names, once its session has been read; undefined where it names none. */
  named: string | undefined
  /** The caller, once the session has been read; undefined without a sign-in. */
  caller: Caller | undefined
  /**
   * The holder of a token on a public route that its scopes do not reach. It has no rights there, but has a workspace.
   */
  holder: Caller | undefined
  /** Where the caller stands in the limit that the route counts against; undefined when there is none. */
  rate: RateStanding | undefined
  /** Deprecation headers of a deprecated route, in every answer; undefined for all others. */
  deprecation: readonly StatedHeader[] | undefined
  /** The host's answer in place of the handler because of an `Idempotency-Key`; undefined when the handler ran. */
  keyReply: KeyReply | undefined
  /** The audit entry that the call writes by itself; undefined where it writes none. */
  auditEntry: CallEntry | undefined
  /** The workspace whose domain the request came to; undefined on the dashboard's own host. */
  site: EdgeSite | undefined
  /** Its span; undefined where none was begun, as for most requests that are not recorded. */
  requestSpan: Span | undefined
  /** Makes the span of a request that is not recorded, on first use; undefined for any other. */
  unrecorded: (() => Span) | undefined
  readonly #peers: RequestPeers
  #language: Language | undefined
  #body: Promise<Buffer> | undefined
  #abandon: AbortController | undefined
  #outlivesCall = false
  #span: Span | undefined

  constructor(request: Request, requestId: string, peers: RequestPeers) {
    this.request = request
    this.requestId = requestId
    this.#peers = peers
  }

  /** The client's address. */
  get address(): string {
    return this.#peers.addressOf(this.request)
  }

  /** Whether the client speaks TLS, so that cookies are Secure and have the `__Host-` name. */
  get isSecure(): boolean {
    return this.#peers.isSecure(this.request)
  }

  /** Its span, or the innermost one below it that runs; undefined in a host that records no traces. */
  get span(): Span | undefined {
    return (this.#span ??= this.unrecorded?.())
  }

  set span(span: Span | undefined) {
    this.#span = span
  }

  /** The caller's language. */
  get language(): Language {
    return (this.#language ??= readerLanguage(this.#cookies, this.request.headers.get('accept-language')))
  }

  /** The form that an error has for the caller. */
  get form(): ErrorForm {
    const { request } = this
    const accept = requestHeader(request, 'accept')
    if (this.site !== undefined) return siteErrorForm(accept)
    return errorForm({ path: rawPath(request), accept, cookies: this.#cookies })
  }

  get #cookies(): string | null {
    // A domain of a workspace has no choices of the product, whatever cookies its owner sets.
    return this.site === undefined ? requestHeader(this.request, 'cookie') : null
  }

  /** The bytes of the body, read when they are first asked for; @throws as `readBody`. */
  body(limit: number): Promise<Buffer> {
    return (this.#body ??= readBody(this.request, limit))
  }

  /**
   * Lets the handler continue when its client leaves or its answer is late: a repeat of the request asks for the
   * answer.
   */
  outliveCall(): void {
    this.#outlivesCall = true
  }

  /** Aborts when `stopping` does, and unless the handler outlives the call when the client leaves or the answer is late. */
  signalWith(stopping: AbortSignal): AbortSignal {
    if (this.#outlivesCall) return AbortSignal.any([stopping])
    this.#abandon ??= new AbortController()
    return AbortSignal.any([callSignal(this.request, stopping), this.#abandon.signal])
  }

  /** Signals to the handler that the client no longer waits for its answer. */
  abandon(reason: unknown): void {
    this.#abandon ??= new AbortController()
    this.#abandon.abort(reason)
  }
}

/** A request on its way inward, to the answer on its way out. Every room of the pipeline has this form. */
export type Middleware = (state: RequestState) => MaybePromise<Response>

const noParams: Readonly<Record<string, string>> = Object.freeze({})

/** A derived constructor puts its private fields on the object that its base returns. */
const Bearer = function (request: Request): Request {
  return request
} as unknown as new (request: Request) => object

class Stamp extends Bearer {
  readonly #state: RequestState

  constructor(state: RequestState) {
    super(state.request)
    this.#state = state
  }

  static read(request: object): RequestState | undefined {
    return #state in request ? request.#state : undefined
  }
}

/** Creates the state of a new request; a request gets its state once. */
export function openState(request: Request, requestId: string, peers: RequestPeers): RequestState {
  const state = new RequestState(request, requestId, peers)
  // oxlint-disable-next-line no-new -- constructing is what stamps the request
  new Stamp(state)
  return state
}

/** The state of a request that a host is answering; undefined for any other. */
export function stateOf(request: Request): RequestState | undefined {
  return Stamp.read(request)
}

/** The caller of a request; undefined without a sign-in. Reads no database. */
export function requestCaller(request: Request): Caller | undefined {
  return Stamp.read(request)?.caller
}
