/**
 * Calls of routes of this build that are made inside of it, in the name of API tokens.
 *
 *   closed --open--> open        (the pipeline exists; earlier calls wait for it)
 *
 * Such a call passes the middleware of its route like one from a socket: rate, csrf, gate, guard, scope, idempotency,
 * validation, audit, live, accounting. Only the source of its caller and its counting differ, and that is decided only
 * here. The caller is read again from the token of the outer request, or from one stored with a stamp that only the
 * database can make; no value that a plugin could invent and no header is trusted. Such a caller is an agent in the
 * audit log, and makes no further internal calls, so that no tool can call itself endlessly.
 */
import { Problem, type MaybePromise } from '@host/plugin'
import type { ApiCall, ApiCaller, ApiCallsService } from '@host/plugin/platform'
import { bearerChallenge } from '../../http/challenge.ts'
import { problemResponse } from '../../http/problem.ts'
import { tokenStamp } from '../../identity/api-tokens/token-stamp.ts'
import type { RateLimiter } from '../../security/rate-limits/rate-limits.ts'
import { tooMany } from '../../security/rate-limits/too-many.ts'
import type { AgentCall, Caller } from '../../request/caller.ts'
import { hashSecretToken } from '../../identity/secret-token.ts'
import { RequestIds } from '../request-id.ts'
import { openState, stateOf, type RequestState } from '../../request/request-state.ts'
import { callerNow, tokenTextOf, type CallerSources } from '../session.ts'
import type { InternalCall } from './internal-call.ts'
import { InsideCounts } from './internal-counts.ts'
import { insideRequest } from './internal-request.ts'

/** The pipeline of internal calls. */
export interface InsidePipeline {
  inside(call: InternalCall): MaybePromise<Response>
}

/** Options of calls inside. */
export interface ApiCallsOptions {
  readonly sources: CallerSources
  readonly tokens: { callerAgain(caller: ApiCaller): Promise<Caller | undefined> }
  /** The current limiter of the API; undefined without a limit. */
  readonly limiter: () => RateLimiter | undefined
  /** The public address of this host; undefined if not configured. */
  readonly publicOrigin: string | undefined
  /** Aborts when the host stops. */
  readonly stopping: AbortSignal
}

/** A prepared call, with facts that its request can't carry. */
interface Opened {
  readonly state: RequestState
  readonly call: ApiCall
  readonly agent: AgentCall
  caller(): MaybePromise<Caller | undefined>
}

export class InternalApi {
  /** The service for plugins. */
  readonly service: ApiCallsService
  readonly #options: ApiCallsOptions
  readonly #counts: InsideCounts
  /** Ids of proxies don't apply to internal calls. */
  readonly #ids = new RequestIds(() => false)
  /** One for all calls of a request, since each is aborted by its connection. */
  readonly #signals = new WeakMap<RequestState, AbortSignal>()
  readonly #pipeline = Promise.withResolvers<InsidePipeline>()

  constructor(options: ApiCallsOptions) {
    this.#options = options
    this.#counts = new InsideCounts(options.limiter)
    this.service = Object.freeze<ApiCallsService>({
      call: (request, call) => this.#call(request, call),
      count: async (request, calls) => await this.#counts.count(outerState(request).state, calls),
      callerOf,
      callAs: (caller, call, approvedBy) => this.#callAs(caller, call, approvedBy),
      isLive: async (caller) => (await options.tokens.callerAgain(caller))?.orgId !== undefined,
    })
  }

  /** Lets calls in. */
  open(pipeline: InsidePipeline): void {
    this.#pipeline.resolve(pipeline)
  }

  async #call(outer: Request, call: ApiCall): Promise<Response> {
    const { state, known } = outerState(outer)
    if (state.caller?.agent !== undefined) throw calledInside()
    const over = await this.#counts.use(state)
    if (over !== undefined) return problemResponse(tooMany(over.resetAfter), state)
    const signal = AbortSignal.any([this.#signalOf(state), ...(call.signal ? [call.signal] : [])])
    signal.throwIfAborted()
    const { headers, url } = outer
    const kept = { 'accept-language': headers.get('accept-language'), 'user-agent': headers.get('user-agent') }
    const peers = { addressOf: () => state.address, isSecure: () => state.isSecure }
    const request = (): Request => insideRequest(call, { base: new URL(url).origin, headers: kept, signal })
    return await this.#answer(request, (made) => ({
      state: openState(made, state.requestId, peers),
      call,
      agent: { stamp: known.stamp, address: known.address, onBegin: call.onBegin },
      caller: () => callerNow(this.#options.sources, state),
    }))
  }

  #signalOf(state: RequestState): AbortSignal {
    const signal = this.#signals.get(state) ?? state.signalWith(this.#options.stopping)
    this.#signals.set(state, signal)
    return signal
  }

  async #callAs(caller: ApiCaller, call: ApiCall, approvedBy: string): Promise<Response> {
    const { stopping, publicOrigin = 'http://localhost', tokens } = this.#options
    const signal = call.signal === undefined ? stopping : AbortSignal.any([stopping, call.signal])
    // An internal call has no address.
    const peers = { addressOf: () => '', isSecure: () => publicOrigin.startsWith('https:') }
    const request = (): Request => insideRequest(call, { base: publicOrigin, headers: {}, signal })
    const answer = await this.#answer(request, (made) => ({
      state: openState(made, this.#ids.next(), peers),
      call,
      agent: { stamp: caller.stamp, address: caller.address, approvedBy, onBegin: call.onBegin },
      caller: () => tokens.callerAgain(caller),
    }))
    // A failure caused by an abort says nothing about the call: its caller gets the abort's reason, as after a crash.
    if (answer.status >= 500) signal.throwIfAborted()
    return answer
  }

  /** An invalid call is answered as a refusal of the route would be. */
  async #answer(make: () => Request, open: (request: Request) => Opened): Promise<Response> {
    const pipeline = await this.#pipeline.promise
    let request: Request
    try {
      request = make()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { state } = open(new Request('http://localhost/'))
      return problemResponse(error, state)
    }
    const { state, call, agent, caller } = open(request)
    const known = await caller()
    if (known?.orgId === undefined) return problemResponse(new Problem('unauthenticated'), state)
    state.caller = Object.freeze<Caller>({ ...known, agent: Object.freeze(agent) })
    return await pipeline.inside({ state, pattern: call.pattern, isDryRun: call.dryRun === true })
  }
}

/** The sender of a request, in a form that can be stored: for internal calls the token that they are made with. */
function callerOf(request: Request): ApiCaller | undefined {
  const state = stateOf(request)
  const { orgId, userId, tokenId, agent } = state?.caller ?? {}
  if (state === undefined || orgId === undefined || userId === undefined || tokenId === undefined) return undefined
  const { stamp, address } = agent ?? stampOf(state)
  return stamp === undefined ? undefined : Object.freeze({ orgId, userId, tokenId, stamp, address })
}

function stampOf(state: RequestState): { readonly stamp?: string; readonly address?: string } {
  const text = tokenTextOf(state)
  const { address } = state
  return text === undefined ? {} : { stamp: tokenStamp(hashSecretToken(text), address), address }
}

/** @throws Problem `unauthenticated` without an API token of a workspace */
function outerState(request: Request): { readonly state: RequestState; readonly known: ApiCaller } {
  const state = stateOf(request)
  const known = callerOf(request)
  if (state === undefined || known === undefined) throw tokenMissing()
  return { state, known }
}

function calledInside(): Problem {
  return new Problem('bad_request', {
    detail: { en: "An internal call can't make further internal calls.", zh: '内部调用不能再发起内部调用。' },
  })
}

function tokenMissing(): Problem {
  return new Problem('unauthenticated', {
    detail: { en: 'This requires a workspace API token.', zh: '此操作需要工作区的 API 令牌。' },
    nextStep: {
      en: 'Send a workspace token in the Authorization header.',
      zh: '请在 Authorization 标头中提供该工作区的令牌。',
    },
    headers: { 'www-authenticate': bearerChallenge },
  })
}
