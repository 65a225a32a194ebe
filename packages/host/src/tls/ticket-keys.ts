/**
 * Keys of session tickets (RFC 5077, RFC 8446 §4.6.1), derived from the keys of the instance, so that a client resumes its
 * session on any worker and any process, also after a restart. They change every day: a ticket from before costs a full
 * handshake.
 */
import { deriveKey } from '../security/encryption/derive-key.ts'
import type { Vault } from '../security/encryption/vault.ts'

/** For how long one key is used, in milliseconds. */
const period = 86_400_000
const keyLength = 48

export class TicketKeys {
  readonly #secret: Buffer
  readonly #clock: () => number
  #period = -1
  #key: Buffer = Buffer.alloc(0)

  /** @param clock milliseconds since 1970 */
  constructor(vault: Pick<Vault, 'derive'>, clock: () => number) {
    this.#secret = vault.derive('tls/tickets/v1')
    this.#clock = clock
  }

  /** The number of the current period, by which contexts are told from those with an older key. */
  get period(): number {
    return Math.floor(this.#clock() / period)
  }

  /** The current key, in the form that `node:tls` takes. */
  get key(): Buffer {
    const { period: now } = this
    if (now !== this.#period) {
      this.#key = deriveKey(this.#secret, { info: `period ${now}`, length: keyLength })
      this.#period = now
    }
    return this.#key
  }
}
