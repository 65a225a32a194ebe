import { nodeExchange } from '../../http/node-request.ts'
import type { RequestState } from '../../request/request-state.ts'
import type { Faults } from './faults.ts'

/** The streamed answers that are still being sent, so that a stop can name the plugins whose streams it cut. */
export class OpenStreams {
  readonly #open = new Set<RequestState>()

  /** Keeps a streamed answer in mind until its connection is done with it. */
  watch(state: RequestState): void {
    const response = nodeExchange(state.request)?.response
    if (response === undefined) return
    this.#open.add(state)
    response.once('close', () => this.#open.delete(state))
  }

  /** Reports streams that did not end although their signal was aborted. */
  reportOpen(faults: Faults): void {
    for (const { plugin, requestId, span } of this.#open) {
      faults.report({
        plugin,
        kind: 'stream',
        error: new Error('Its stream was still open when the host stopped, and was closed.'),
        requestId,
        span,
      })
    }
  }
}
