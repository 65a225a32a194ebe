/**
 * Answers for a handler that never does: 504 after the limit, while the handler's signal aborts and its late answer is
 * discarded.
 *
 *   waiting --answered--> settled
 *   waiting --sweep, limit passed--> given up --answered after all--> discarded
 *           '--still receiving a file, which has limits of its own--> waiting
 *
 * One timer checks all waiting requests, oldest first, and counts time in its own cycles, so that a request costs an
 * entry and neither a timer nor a clock read.
 */
import { Problem } from '@host/plugin'
import { nodeExchange } from '../../http/node-request.ts'
import type { RequestState } from '../../request/request-state.ts'
import { LinkedList, ListItem } from '../../support/linked-list.ts'
import type { Faults } from './faults.ts'
import type { ExecutionContexts } from './execution-contexts.ts'

/** How many rounds a handler may take. */
const rounds = 8

/** Called for a request whose handler has settled, or was given up. */
export interface Outcome {
  complete(state: RequestState, response: Response): Response
  fail(state: RequestState, error: unknown): Response
}

class Waiting extends ListItem {
  readonly state: RequestState
  readonly outcome: Outcome
  readonly resolve: (response: Response) => void
  /** When its wait began, in rounds. */
  round = 0

  constructor(state: RequestState, outcome: Outcome, resolve: (response: Response) => void) {
    super()
    this.state = state
    this.outcome = outcome
    this.resolve = resolve
  }
}

export class AnswerDeadline {
  readonly #faults: Faults
  readonly #contexts: ExecutionContexts
  readonly #waiting = new LinkedList<Waiting>()
  readonly #timer: NodeJS.Timeout
  #round = 0

  /** @param limit milliseconds; a handler is given up after it, and an eighth of it later at most */
  constructor(limit: number, { faults, contexts }: { readonly faults: Faults; readonly contexts: ExecutionContexts }) {
    this.#faults = faults
    this.#contexts = contexts
    // oxlint-disable-next-line eslint/no-restricted-globals -- its beats measure time for every request
    this.#timer = setInterval(() => this.#sweep(), limit / rounds).unref()
  }

  /** Waits for an answer no longer than the limit. Never rejects. */
  watch(state: RequestState, answer: Promise<Response>, outcome: Outcome): Promise<Response> {
    return new Promise((resolve) => {
      const entry = new Waiting(state, outcome, resolve)
      entry.round = this.#round
      this.#waiting.add(entry)
      answer.then(
        (response) => (this.#waiting.remove(entry) ? resolve(outcome.complete(state, response)) : discard(response)),
        (error: unknown) =>
          this.#waiting.remove(entry) ? resolve(outcome.fail(state, error)) : this.#reportLate(state, error),
      )
    })
  }

  /** Ends the watch; waiting requests are answered. */
  stop(): void {
    clearInterval(this.#timer)
    const stopped = new Problem('service_unavailable', {
      detail: { en: 'The host stopped before responding.', zh: '服务在给出响应之前已停止。' },
    })
    for (let { first } = this.#waiting; first !== undefined; { first } = this.#waiting) {
      this.#waiting.remove(first)
      first.resolve(first.outcome.fail(first.state, stopped))
    }
  }

  #sweep(): void {
    this.#round += 1
    for (let { first } = this.#waiting; first !== undefined; { first } = this.#waiting) {
      if (this.#round - first.round <= rounds) return
      this.#waiting.remove(first)
      if (first.state.isReceiving) this.#waiting.add(Object.assign(first, { round: this.#round }))
      else this.#giveUp(first)
    }
  }

  #giveUp({ state, outcome, resolve }: Waiting): void {
    const problem = new Problem('timeout')
    resolve(outcome.fail(state, problem))
    const reason = new DOMException('The response took too long.', 'TimeoutError')
    this.#contexts.run(state, () => state.abandon(reason), undefined)
    // A client that is still sending keeps the handler waiting, not the other way round.
    if (nodeExchange(state.request)?.request.complete === false) return
    this.#faults.report({
      plugin: state.plugin,
      kind: 'timeout',
      error: problem,
      requestId: state.requestId,
      span: state.span,
    })
  }

  #reportLate({ plugin, requestId, span }: RequestState, error: unknown): void {
    this.#faults.report({ plugin, kind: 'late answer', error, requestId, span })
  }
}

/** Ends the body of a discarded answer. */
function discard(response: unknown): void {
  if (response instanceof Response) response.body?.cancel().catch(() => undefined)
}
