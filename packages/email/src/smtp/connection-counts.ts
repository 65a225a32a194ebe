/** Counts connections, in total and by network. */
export class ConnectionCounts {
  readonly #total: number
  readonly #perNetwork: number
  readonly #byNetwork = new Map<string, number>()
  #count = 0

  constructor(total: number, perNetwork: number) {
    this.#total = total
    this.#perNetwork = perNetwork
  }

  /** `false` at a limit; otherwise `leave` must follow once. */
  enter(network: string): boolean {
    const count = this.#byNetwork.get(network) ?? 0
    if (this.#count >= this.#total || count >= this.#perNetwork) return false
    this.#count += 1
    this.#byNetwork.set(network, count + 1)
    return true
  }

  leave(network: string): void {
    const count = this.#byNetwork.get(network) ?? 0
    this.#count -= 1
    if (count > 1) this.#byNetwork.set(network, count - 1)
    else this.#byNetwork.delete(network)
  }
}
