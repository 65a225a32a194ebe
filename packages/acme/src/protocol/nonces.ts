import { acmeLimits } from '../acme-limits.ts'

/** Nonces of answers, each for one request (RFC 8555, section 6.5). The newest is used first: old ones expire. */
export class Nonces {
  readonly #unused: string[] = []

  /** Keeps the nonce of an answer. */
  keep(headers: Headers): void {
    const nonce = headers.get('replay-nonce')
    if (nonce === null || !/^[\w-]{1,500}$/.test(nonce)) return
    this.#unused.push(nonce)
    if (this.#unused.length > acmeLimits.nonces) this.#unused.shift()
  }

  take(): string | undefined {
    return this.#unused.pop()
  }

  /** After one was refused, its neighbors are as old. */
  clear(): void {
    this.#unused.length = 0
  }
}
