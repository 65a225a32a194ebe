import type { SmtpClock } from './clock.ts'
import type { SmtpLog } from './options.ts'

const interval = 60_000
/** Characters of an address that is logged. */
const longest = 64

/** Logs what a client can repeat at will: at most once a minute, with the count of those since the last line. */
export class OccasionalLog {
  readonly #log: Pick<SmtpLog, 'info'>
  readonly #clock: Pick<SmtpClock, 'now'>
  #last = -Infinity
  #unlogged = 0

  constructor(log: Pick<SmtpLog, 'info'>, clock: Pick<SmtpClock, 'now'>) {
    this.#log = log
    this.#clock = clock
  }

  note(message: string, address: string): void {
    const now = this.#clock.now()
    if (now - this.#last < interval) {
      this.#unlogged += 1
      return
    }
    this.#log.info(message, { address: address.slice(0, longest), unlogged: this.#unlogged })
    this.#last = now
    this.#unlogged = 0
  }
}
