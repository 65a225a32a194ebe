import type { Log } from '@host/plugin'

const writeAfter = 5_000
const batchSize = 500

/**
 * Writes when sessions were last used: late, in batches and outside any request. A failed write is logged and left:
 * the sessions concerned report themselves again a minute later.
 */
export class LastSeen {
  readonly #write: (ids: readonly string[]) => Promise<void>
  readonly #log: Log
  #ids = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(write: (ids: readonly string[]) => Promise<void>, log: Log) {
    this.#write = write
    this.#log = log
  }

  add(sessionId: string): void {
    this.#ids.add(sessionId)
    this.#timer ??= setTimeout(() => void this.flush(), writeAfter).unref()
  }

  /** Writes the waiting values; never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const ids = [...this.#ids]
    this.#ids = new Set()
    try {
      for (let at = 0; at < ids.length; at += batchSize) await this.#write(ids.slice(at, at + batchSize))
    } catch (error) {
      this.#log.warn('The last use of some sessions could not be stored', { error })
    }
  }
}
