/**
 * How often tokens that are none were sent from a network. Nobody guesses 256 bits; the limit is for the database, which
 * is asked about every token that is not in memory. Tokens that are in memory are served all the same.
 */
import { networkOf } from '../network.ts'
import { tooMany } from '../../rate-limits/too-many.ts'
import { WindowTable } from '../../rate-limits/window-table.ts'

/** Failures of one network in a minute. */
export const mostTokenFailures = 30
const period = 60_000
const capacity = 10_000

export class TokenFailures {
  readonly #windows: WindowTable

  constructor(clock: () => number) {
    // A network that is dropped begins anew, as one that has waited: see WindowTable.
    this.#windows = new WindowTable({ clock, capacity, onEvicted: () => undefined })
  }

  /** @throws Problem `too_many_requests` */
  require(address: string): void {
    const window = this.#running(address)
    if (window.used < mostTokenFailures) return
    throw tooMany(Math.max(1, Math.ceil((window.endsAt - this.#windows.now()) / 1000)))
  }

  add(address: string): void {
    this.#running(address).used += 1
  }

  #running(address: string) {
    return this.#windows.running(networkOf(address), period, this.#windows.now())
  }
}
