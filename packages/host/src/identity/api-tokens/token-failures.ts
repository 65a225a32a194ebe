/**
 * Counts invalid bearer tokens by network. A token of 256 bits can't be guessed; the limits protect the database, which
 * is queried for each well-formed token that is not in memory. A malformed token costs no look-up, so it is counted
 * apart and does not affect others. Tokens in memory are served whatever was counted.
 */
import { networkOf } from '../../request/network.ts'
import { requireRoom, type Budget } from '../../security/throttle/throttle.ts'
import { WindowTable } from '../../security/rate-limits/window-table.ts'
import { throttleBudgets } from '../throttle-budgets.ts'

const budgets = throttleBudgets.tokens
/** The error of a token. */
export type TokenFailure = keyof typeof budgets

const capacity = 10_000
const everywhere = 'everywhere'

export class TokenFailures {
  readonly #windows: WindowTable

  constructor(clock: () => number) {
    // A network that is dropped begins again, as one that has waited: see WindowTable.
    this.#windows = new WindowTable({ clock, capacity, onEvicted: () => undefined })
  }

  /** @throws Problem `too_many_requests` */
  require(kind: TokenFailure, address: string): void {
    const { network, inAll } = budgets[kind]
    const own = this.#running(`${kind} ${networkOf(address)}`, network)
    const isFull = own.used >= network.limit || (own.used > 0 && this.#isFullInAll(kind, inAll))
    requireRoom(isFull ? Math.max(1, own.endsAt - this.#windows.now()) : 0)
  }

  add(kind: TokenFailure, address: string): void {
    const { network, inAll } = budgets[kind]
    this.#running(`${kind} ${networkOf(address)}`, network).used += 1
    if (inAll !== undefined) this.#running(`${kind} ${everywhere}`, inAll).used += 1
  }

  /** Whether all networks together are over the limit; one that sent no unknown token is served all the same. */
  #isFullInAll(kind: TokenFailure, budget: Budget | undefined): boolean {
    return budget !== undefined && this.#running(`${kind} ${everywhere}`, budget).used >= budget.limit
  }

  #running(key: string, { window: length }: Budget) {
    return this.#windows.running(key, { length, now: this.#windows.now() })
  }
}
