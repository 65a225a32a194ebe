/**
 * Counts invalid bearer tokens by network. A token of 256 bits can't be guessed; the limits protect the database, which
 * is queried for each well-formed token that is not in memory. A malformed token costs no look-up, so it is counted
 * apart and does not affect others. Tokens in memory are served whatever was counted.
 */
import { networkOf } from '../../request/network.ts'
import { tooMany } from '../../security/rate-limits/too-many.ts'
import { WindowTable } from '../../security/rate-limits/window-table.ts'

/** Failures in a minute: of one network by kind, and all look-ups of unknown tokens together. */
export const mostTokenFailures = { malformed: 30, unknown: 300, unknownInAll: 6_000 } as const
/** The error of a token. */
export type TokenFailure = 'malformed' | 'unknown'

const period = 60_000
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
    const window = this.#running(kind, networkOf(address))
    if (window.used < mostTokenFailures[kind] && !this.#isOverInAll(kind, window.used)) return
    throw tooMany(Math.max(1, Math.ceil((window.endsAt - this.#windows.now()) / 1000)))
  }

  add(kind: TokenFailure, address: string): void {
    this.#running(kind, networkOf(address)).used += 1
    if (kind === 'unknown') this.#running(kind, everywhere).used += 1
  }

  /** Whether all networks together are over the limit; one that sent no unknown token is served all the same. */
  #isOverInAll(kind: TokenFailure, own: number): boolean {
    if (kind !== 'unknown' || own === 0) return false
    return this.#running(kind, everywhere).used >= mostTokenFailures.unknownInAll
  }

  #running(kind: TokenFailure, network: string) {
    return this.#windows.running(`${kind} ${network}`, { length: period, now: this.#windows.now() })
  }
}
