import type { Log } from '@host/plugin'

const writeAfter = 5_000

/** A use of a token. */
export interface TokenUsed {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly from: string
}

/**
 * Writes when and from where tokens were last used: late, together and outside any request. A failed write is logged
 * and left: the tokens concerned report themselves again a minute later.
 */
export class LastUsed {
  readonly #write: (uses: readonly TokenUsed[]) => Promise<void>
  readonly #log: Log
  #uses = new Map<string, TokenUsed>()
  #timer: NodeJS.Timeout | undefined

  constructor(write: (uses: readonly TokenUsed[]) => Promise<void>, log: Log) {
    this.#write = write
    this.#log = log
  }

  add(use: TokenUsed): void {
    this.#uses.set(use.id, use)
    this.#timer ??= setTimeout(() => void this.flush(), writeAfter).unref()
  }

  /** Writes the waiting values; never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const uses = [...this.#uses.values()]
    this.#uses = new Map()
    try {
      if (uses.length > 0) await this.#write(uses)
    } catch (error) {
      this.#log.warn('The last use of some API tokens could not be stored', { error })
    }
  }
}
