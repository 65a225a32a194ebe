/** Memory for the messages of one connection. */
export interface MemoryShare {
  /** Takes so many bytes. `false` when they aren't free; then nothing is taken. */
  reserve(bytes: number): boolean
  release(bytes: number): void
  /** Whether so many bytes are free now. */
  hasRoom(bytes: number): boolean
}

/** Bounds the bytes of all messages that are being received, and those from one network. */
export class ByteBudget {
  readonly #total: number
  readonly #perNetwork: number
  readonly #usedBy = new Map<string, number>()
  #used = 0

  constructor(total: number, perNetwork: number) {
    this.#total = total
    this.#perNetwork = perNetwork
  }

  get used(): number {
    return this.#used
  }

  shareOf(network: string): MemoryShare {
    return {
      hasRoom: (bytes) => this.#hasRoom(network, bytes),
      reserve: (bytes) => {
        if (!this.#hasRoom(network, bytes)) return false
        this.#add(network, bytes)
        return true
      },
      release: (bytes) => this.#add(network, -bytes),
    }
  }

  #hasRoom(network: string, bytes: number): boolean {
    return this.#used + bytes <= this.#total && this.#usedOf(network) + bytes <= this.#perNetwork
  }

  #add(network: string, bytes: number): void {
    this.#used += bytes
    const used = this.#usedOf(network) + bytes
    if (used === 0) this.#usedBy.delete(network)
    else this.#usedBy.set(network, used)
  }

  #usedOf(network: string): number {
    return this.#usedBy.get(network) ?? 0
  }
}
