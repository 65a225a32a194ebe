/**
 * A handler that never answers is answered for: 504 after the limit, while the handler is told by its signal and its
 * late answer is thrown away.
 *
 *   waiting --answered--> settled
 *   waiting --sweep, limit passed--> given up --answered after all--> discarded
 *
 * One timer looks at all that wait, oldest first, so a request costs an entry and no timer of its own.
 */
import { Problem } from '@host/plugin'
import { nodeExchange } from '../http/node-request.ts'
import type { RequestState } from '../middleware/request-state.ts'
import type { Faults } from './faults.ts'

interface Waiting {
  readonly state: RequestState
  readonly since: number
  giveUp(problem: Problem): void
}

export class AnswerDeadline {
  readonly #limit: number
  readonly #faults: Faults
  readonly #waiting = new Set<Waiting>()
  readonly #timer: NodeJS.Timeout

  /** @param limit milliseconds */
  constructor(limit: number, faults: Faults) {
    this.#limit = limit
    this.#faults = faults
    this.#timer = setInterval(() => this.#sweep(), Math.min(1_000, limit / 2)).unref()
  }

  /** How many requests wait for their handler. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** The answer, or a rejection with the problem `timeout` when it does not come in time. */
  watch(state: RequestState, answer: Promise<Response>): Promise<Response> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = { state, since: performance.now(), giveUp: reject }
      this.#waiting.add(entry)
      answer.then(
        (response) => (this.#waiting.delete(entry) ? resolve(response) : discard(response)),
        (error: unknown) => (this.#waiting.delete(entry) ? resolve(answer) : this.#reportLate(state, error)),
      )
    })
  }

  /** Ends the watch; what still waits is answered for. */
  stop(): void {
    clearInterval(this.#timer)
    const stopped = new Problem('service_unavailable', { detail: 'The host stopped before the answer came.' })
    for (const { giveUp } of this.#waiting) giveUp(stopped)
    this.#waiting.clear()
  }

  #sweep(): void {
    const latest = performance.now() - this.#limit
    for (const entry of this.#waiting) {
      if (entry.since > latest) return
      this.#waiting.delete(entry)
      this.#giveUp(entry)
    }
  }

  #giveUp({ state, giveUp }: Waiting): void {
    const problem = new Problem('timeout')
    giveUp(problem)
    state.abandon(new DOMException('The answer took too long.', 'TimeoutError'))
    // A client that is still sending keeps the handler waiting, not the other way round.
    if (nodeExchange(state.request)?.request.complete === false) return
    this.#faults.report({ plugin: state.plugin, kind: 'timeout', error: problem, requestId: state.requestId })
  }

  #reportLate({ plugin, requestId }: RequestState, error: unknown): void {
    this.#faults.report({ plugin, kind: 'late answer', error, requestId })
  }
}

/** Ends the body of an answer that nobody waits for. */
function discard(response: unknown): void {
  if (response instanceof Response) response.body?.cancel().catch(() => undefined)
}
