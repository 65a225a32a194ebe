/**
 * A request from the socket to its answer: state, router, the middleware of the route, and error handling around them.
 *
 * Whatever happens inside, exactly one answer is sent, it carries the request's id, and an error is logged under the
 * name of the plugin whose route it was.
 */
import type { MaybePromise } from '@host/plugin'
import { Problem, redirect } from '@host/plugin'
import { isStreamed, plainAnswer, setDefaultHeader, setHeader } from '@host/plugin/platform'
import type { InternalCall } from './api-calls/internal-call.ts'
import type { CallCounter } from '../observability/accounting/call-counter.ts'
import type { AnswerDeadline, Outcome } from '../observability/containment/answer-deadline.ts'
import type { Faults } from '../observability/containment/faults.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { OpenStreams } from '../observability/containment/open-streams.ts'
import type { Edge } from './edge/edge.ts'
import { unknownSite, type EdgeSite } from '../request/edge-site.ts'
import { noPage } from './edge/no-page.ts'
import { isOutage } from '../database/is-outage.ts'
import { withDeprecation } from './deprecation-middleware.ts'
import type { MountedRoute } from './mounted-route.ts'
import { defaultBodyLimits, type BodyLimits } from '../http/body-limits.ts'
import type { EventLoopLag } from '../http/event-loop-lag.ts'
import { findRoute } from '../http/find-route.ts'
import { nodeExchange, rawPath } from '../http/node-request.ts'
import type { ProblemReader } from '../http/problem-body.ts'
import type { PageBrand } from '../http/problem-page.ts'
import { asProblem, problemResponse } from '../http/problem.ts'
import type { Lookup } from '../http/router/route.ts'
import type { Router } from '../http/router/router.ts'
import { checkAnswer } from '../request/check-answer.ts'
import type { RateStanding } from '../request/rate-policy.ts'
import type { Cors } from './cors.ts'
import type { Peers } from '../request/peers.ts'
import type { RequestIds } from './request-id.ts'
import type { RequestTraces } from '../observability/tracing/request-traces.ts'
import { ownKeyHeaders } from '../request/key-headers.ts'
import { openState, stateOf, type RequestState } from '../request/request-state.ts'

/** Options of the pipeline. */
export interface PipelineOptions {
  readonly router: Router<MountedRoute>
  readonly peers: Peers
  readonly contexts: ExecutionContexts
  readonly faults: Faults
  readonly deadline: AnswerDeadline
  readonly streams: OpenStreams
  readonly calls: CallCounter
  readonly ids: RequestIds
  readonly lag: EventLoopLag
  /** Answers the hosts of workspaces; undefined where there are none. */
  readonly edge: Edge | undefined
  /** Records requests in traces; undefined where none are sent. */
  readonly traces: RequestTraces | undefined
  /** Undefined when no other origin may read the API. */
  readonly cors: () => Cors | undefined
  /** Name and logo of the instance, for pages of errors. */
  readonly brand: () => PageBrand
}

/** Answers every request of a host. */
export class Pipeline implements Outcome {
  readonly #options: PipelineOptions
  /** For an answer that is complete already. */
  readonly #passOn: Outcome = {
    complete: (_state, response) => response,
    fail: (state, error) => this.fail(state, error),
  }

  constructor(options: PipelineOptions) {
    this.#options = options
  }

  answer(request: Request): MaybePromise<Response> {
    const { ids, peers, edge, traces } = this.#options
    const state = openState(request, ids.of(request), peers)
    traces?.open(state)
    const name = edge?.nameOf(request)
    return edge === undefined || name === undefined ? this.#route(state) : this.#lookUp(edge, name, state)
  }

  /** Answers on the dashboard's host. */
  #route(state: RequestState): MaybePromise<Response> {
    const { router, contexts, deadline } = this.#options
    const { request } = state
    try {
      const path = rawPath(request)
      const found = findRoute(router, request.method, path)
      const preflight = this.#preflight(request, path, found)
      if (preflight !== undefined) return this.#finish(state, preflight)
      if (found.kind !== 'found') return this.#finish(state, refuse(found, request))
      this.#enterRoute(state, found)
      const answered = contexts.run(state, found.route.answer, state)
      return answered instanceof Promise ? deadline.watch(state, answered, this) : this.complete(state, answered)
    } catch (error) {
      return this.fail(state, error)
    }
  }

  /** Answers on a host that may belong to a workspace. */
  #lookUp(edge: Edge, name: string, state: RequestState): MaybePromise<Response> {
    try {
      const site = edge.find(name, state)
      if (!(site instanceof Promise)) return this.#answerSite(edge, site, state)
      const answered = site.then(
        (found) => this.#answerSite(edge, found, state),
        (error: unknown) => this.#failUnknown(state, error),
      )
      return this.#options.deadline.watch(state, answered, this.#passOn)
    } catch (error) {
      return this.#failUnknown(state, error)
    }
  }

  #answerSite(edge: Edge, site: EdgeSite | undefined, state: RequestState): MaybePromise<Response> {
    if (site === undefined) return this.#route(state)
    const { contexts, deadline } = this.#options
    state.site = site
    try {
      this.#requireTime(state.since)
      if (site.plugin !== undefined) state.plugin = site.plugin
      const answered = contexts.run(state, () => edge.answer(state, site), undefined)
      return answered instanceof Promise ? deadline.watch(state, answered, this) : this.complete(state, answered)
    } catch (error) {
      return this.fail(state, error)
    }
  }

  /** A host that can't be looked up may belong to a workspace, so nothing of the dashboard is shown. */
  #failUnknown(state: RequestState, error: unknown): Response {
    state.site = unknownSite
    return this.fail(state, error)
  }

  /** Answers a call made inside the build, whose caller is known. */
  inside({ state, pattern, isDryRun }: InternalCall): MaybePromise<Response> {
    const { router, contexts, deadline } = this.#options
    try {
      const found = router.find(state.request.method, rawPath(state.request))
      if (found.kind !== 'found' || found.route.pattern.text !== pattern) throw new Problem('not_found')
      this.#options.traces?.openInternal(state, pattern)
      this.#enterRoute(state, found)
      const room = isDryRun ? found.route.inside?.dryRun : found.route.inside?.answer
      if (room === undefined) throw new Problem('not_found')
      const answered = contexts.run(state, room, state)
      return answered instanceof Promise ? deadline.watch(state, answered, this) : this.complete(state, answered)
    } catch (error) {
      return this.fail(state, error)
    }
  }

  /** How large a body the route behind a path takes. */
  bodyLimits(method: string, path: string): BodyLimits {
    const found = findRoute(this.#options.router, method, path)
    return (found.kind === 'found' ? found.route.bodyLimits : undefined) ?? defaultBodyLimits
  }

  /** A handler's answer, ready to be sent. */
  complete(state: RequestState, response: Response): Response {
    try {
      const sent = this.#finish(state, response)
      if (plainAnswer(sent)?.body === undefined && isStreamed(sent)) this.#options.streams.watch(state)
      return sent
    } catch (error) {
      return this.fail(state, error)
    }
  }

  /** A handler's error, as the problem sent in its place. */
  fail(state: RequestState, error: unknown): Response {
    try {
      return this.#explain(state, error)
    } catch (unreadable) {
      // Inspecting the thrown value may throw as well; then that error is reported.
      return this.#explain(state, unreadable)
    }
  }

  /** The answer in place of one that could not be sent. */
  replace(request: Request, error: unknown): Response {
    const state = stateOf(request)
    if (state === undefined) throw error
    return this.fail(state, error)
  }

  /** Reports a body that failed while it was sent. */
  reportBody(request: Request, error: unknown): void {
    const state = stateOf(request)
    const owner = { plugin: state?.plugin ?? 'host', requestId: state?.requestId, span: state?.span }
    this.#options.faults.report({ ...owner, kind: 'stream', error })
  }

  /** Produces the body of an answer in the execution context of its request. */
  enter<Result>(request: Request, work: () => Result): Result {
    const state = stateOf(request)
    return state === undefined ? work() : this.#options.contexts.run(state, work, undefined)
  }

  /** @throws Problem `overloaded` */
  #enterRoute(state: RequestState, { route, params }: Found): void {
    state.plugin = route.owner
    state.route = route.pattern.text
    state.params = params
    if (route.challenge !== undefined) state.challenge = route.challenge
    if (route.endpoint?.upload !== undefined) state.isUpload = true
    if (route.bodyLimits !== undefined) state.bodyLimit = route.bodyLimits.bytes
    if (route.isVital !== true) this.#requireTime(state.since)
    // Health checks come every few seconds.
    else state.requestSpan?.drop()
  }

  #explain(state: RequestState, error: unknown): Response {
    const found = asProblem(error)
    const problem = state.site !== undefined && found.code === 'not_found' ? noPage() : found
    const isFault = problem.status >= 500 && problem.code !== 'timeout'
    if (isFault && !hasClientLeft(state.request, error)) {
      const { cause = error } = problem.options
      const plugin = isOutage(cause) ? 'host' : state.plugin
      this.#options.faults.report({
        plugin,
        kind: 'handler',
        error: cause,
        requestId: state.requestId,
        span: state.span,
      })
    }
    return this.#finish(state, problemResponse(problem, withBrand(state, this.#options.brand)))
  }

  /** @throws Problem `overloaded` before any work begins */
  #requireTime(now: number): void {
    if (this.#options.lag.isOverLimit(now)) throw new Problem('overloaded', { headers: { 'retry-after': '2' } })
  }

  #preflight(request: Request, path: string, found: Lookup<MountedRoute>): Response | undefined {
    const cors = this.#options.cors()
    if (cors === undefined || request.method !== 'OPTIONS' || !path.startsWith(apiPrefix)) return undefined
    return cors.preflight(request, found)
  }

  /** The answer as sent: with the request's id, and never stored by a cache when it is personal. */
  #finish(state: RequestState, response: Response): Response {
    checkAnswer(state.plugin, response)
    const { calls, edge, traces } = this.#options
    const cors = this.#options.cors()
    calls.count(state, response.status)
    traces?.end(state, response.status)
    let leaving = setHeader(ownKeyHeaders(response, state.keyReply), 'x-request-id', state.requestId)
    if (edge !== undefined && state.site !== undefined) return edge.finish(leaving)
    if (state.rate !== undefined) leaving = withStanding(leaving, state.rate)
    if (state.deprecation !== undefined) leaving = withDeprecation(leaving, state.deprecation)
    if (state.caller !== undefined) leaving = setDefaultHeader(leaving, 'cache-control', 'no-store')
    if (response.status === unauthorized) leaving = setDefaultHeader(leaving, 'www-authenticate', state.challenge)
    if (cors === undefined || !rawPath(state.request).startsWith(apiPrefix)) return leaving
    return cors.answer(state.request, leaving)
  }
}

/** The page of an error carries the name and the logo of the instance. */
function withBrand(state: RequestState, brand: () => PageBrand): ProblemReader & { readonly requestId: string } {
  const { form, language, requestId } = state
  return form.page === undefined
    ? state
    : { language, requestId, form: { ...form, page: { ...form.page, brand: brand() } } }
}

const apiPrefix = '/api/'
const unauthorized = 401

/** The answer with where its caller stands (RateLimit header fields for HTTP, draft 10). */
function withStanding(response: Response, { policy, remaining, resetAfter }: RateStanding): Response {
  const stated = setHeader(response, 'ratelimit-policy', policy.header)
  return setHeader(stated, 'ratelimit', `"${policy.name}";r=${remaining};t=${resetAfter}`)
}

type Found = Extract<Lookup<MountedRoute>, { readonly kind: 'found' }>
type Missed = Exclude<Lookup<MountedRoute>, { readonly kind: 'found' }>

/**
 * The answer where no route is: a redirect to where one is, or a problem thrown. The redirect is a temporary one, since
 * browsers keep a permanent one for good and the next build may have a route there.
 */
function refuse(missed: Missed, request: Request): Response {
  if (missed.kind !== 'redirect') throw problemOf(missed)
  return redirect(missed.location + new URL(request.url).search, 307)
}

function problemOf(missed: Exclude<Missed, { readonly kind: 'redirect' }>): Problem {
  if (missed.kind === 'method_not_allowed') return new Problem(missed.kind, { headers: { allow: missed.allow } })
  return missed.kind === 'not_found' ? new Problem('not_found') : new Problem('bad_request', { detail: missed.detail })
}

/** Whether an error only means that the client has left: the work was aborted, or the body ended in its middle. */
function hasClientLeft(request: Request, error: unknown): boolean {
  const exchange = nodeExchange(request)
  if (exchange !== undefined && error instanceof Error && error === exchange.request.errored) return true
  const isAbort = error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
  return isAbort && (exchange?.response.destroyed ?? request.signal.aborted)
}
