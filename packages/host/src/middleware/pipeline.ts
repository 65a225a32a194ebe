/**
 * A request from the socket to its answer: state, router, the route's own rooms, and the problem room around them.
 *
 * Whatever happens inside, exactly one answer leaves, it carries the request's id, and a fault is logged under the name
 * of the plugin whose route it was.
 */
import type { MaybePromise } from '@host/plugin'
import { isStreamed, plainAnswer, Problem, redirect, setDefaultHeader, setHeader } from '@host/plugin'
import type { AnswerDeadline, Outcome } from '../containment/answer-deadline.ts'
import type { Faults } from '../containment/faults.ts'
import type { Frames } from '../containment/frames.ts'
import type { OpenStreams } from '../containment/open-streams.ts'
import type { MountedRoute } from '../context/plugin-mux.ts'
import { nodeExchange, rawPath } from '../http/node-request.ts'
import { asProblem, problemResponse } from '../http/problem.ts'
import type { Lookup } from '../http/router/route.ts'
import type { Router } from '../http/router/router.ts'
import type { Peers } from './peers.ts'
import { RequestIds } from './request-id.ts'
import { openState, stateOf, type RequestState } from './request-state.ts'

/** What the pipeline runs on. */
export interface PipelineOptions {
  readonly router: Router<MountedRoute>
  readonly peers: Peers
  readonly frames: Frames
  readonly faults: Faults
  readonly deadline: AnswerDeadline
  readonly streams: OpenStreams
}

/** Answers every request of a host. */
export class Pipeline implements Outcome {
  readonly #options: PipelineOptions
  readonly #ids = new RequestIds()

  constructor(options: PipelineOptions) {
    this.#options = options
  }

  answer(request: Request): MaybePromise<Response> {
    const { router, peers, frames, deadline } = this.#options
    const state = openState(request, this.#ids.of(request), peers)
    try {
      const found = router.find(request.method, unversioned(rawPath(request)))
      if (found.kind !== 'found') return finish(state, refuse(found, request))
      const { route, params } = found
      state.plugin = route.owner
      state.params = params
      const answered = frames.run(state, route.answer, state)
      return answered instanceof Promise ? deadline.watch(state, answered, this) : this.complete(state, answered)
    } catch (error) {
      return this.fail(state, error)
    }
  }

  /** What a handler answered, as it leaves. */
  complete(state: RequestState, response: Response): Response {
    try {
      const sent = finish(state, response)
      if (plainAnswer(sent)?.body === undefined && isStreamed(sent)) this.#options.streams.watch(state)
      return sent
    } catch (error) {
      return this.fail(state, error)
    }
  }

  /** What a handler threw, as the problem that leaves in its place. */
  fail(state: RequestState, error: unknown): Response {
    try {
      return this.#explain(state, error)
    } catch (unreadable) {
      // Looking at what was thrown may throw in turn; then that is what happened.
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
    const owner = { plugin: state?.plugin ?? 'host', requestId: state?.requestId }
    this.#options.faults.report({ ...owner, kind: 'stream', error })
  }

  /** Calls what produces the body of an answer in the frame of its request. */
  enter<Result>(request: Request, work: () => Result): Result {
    const state = stateOf(request)
    return state === undefined ? work() : this.#options.frames.run(state, work, undefined)
  }

  #explain(state: RequestState, error: unknown): Response {
    const problem = asProblem(error)
    const isFault = problem.status >= 500 && problem.code !== 'timeout'
    if (isFault && !hasClientLeft(state.request, error)) {
      const { plugin, requestId } = state
      this.#options.faults.report({ plugin, kind: 'handler', error: problem.options.cause ?? error, requestId })
    }
    return finish(state, problemResponse(problem, state))
  }
}

/** The first version of the HTTP API is the API itself, so its routes have two names. */
function unversioned(path: string): string {
  return path.startsWith(versionPrefix) ? `/api/${path.slice(versionPrefix.length)}` : path
}

const versionPrefix = '/api/v1/'

/** The answer as it leaves: with the request's id, and never kept by a cache when it is somebody's own. */
function finish(state: RequestState, response: Response): Response {
  if (!(response instanceof Response)) {
    throw new TypeError(
      `A handler of "${state.plugin}" answered with ${typeof response} instead of a Response; return json(…), noContent() or another one.`,
    )
  }
  if (response.status < 200 || response.status > 599) {
    throw new TypeError(`A handler of "${state.plugin}" answered with the status ${response.status}; write 200 to 599.`)
  }
  const named = setHeader(response, 'x-request-id', state.requestId)
  return state.caller === undefined ? named : setDefaultHeader(named, 'cache-control', 'no-store')
}

type Missed = Exclude<Lookup<MountedRoute>, { readonly kind: 'found' }>

/** The answer where no route is: a redirect to where one is, or a problem thrown. */
function refuse(missed: Missed, request: Request): Response {
  if (missed.kind !== 'redirect') throw problemOf(missed)
  return redirect(missed.location + new URL(request.url).search, 308)
}

function problemOf(missed: Exclude<Missed, { readonly kind: 'redirect' }>): Problem {
  if (missed.kind === 'method_not_allowed') return new Problem(missed.kind, { headers: { allow: missed.allow } })
  return missed.kind === 'not_found' ? new Problem('not_found') : new Problem('bad_request', { detail: missed.detail })
}

/** Whether an error only says that nobody waits for the answer any more. */
function hasClientLeft(request: Request, error: unknown): boolean {
  const isAbort = error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
  return isAbort && (nodeExchange(request)?.response.destroyed ?? request.signal.aborted)
}
