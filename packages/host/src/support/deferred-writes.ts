const writeAfter = 5_000
const batchSize = 500

/** Options of deferred writes. */
export interface DeferredWritesOptions<Value> {
  /** Writes up to 500 values. */
  write(values: readonly Value[]): Promise<unknown>
  /** A failed write is reported and its values are dropped, so their source has to add them again. */
  onError(error: unknown): void
}

/**
 * Writes values a few seconds later, in batches and outside any request. Of several values with one key, only the latest
 * is written.
 */
export class DeferredWrites<Value> {
  readonly #options: DeferredWritesOptions<Value>
  #values = new Map<string, Value>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: DeferredWritesOptions<Value>) {
    this.#options = options
  }

  add(key: string, value: Value): void {
    this.#values.set(key, value)
    this.#timer ??= setTimeout(() => void this.flush(), writeAfter).unref()
  }

  /** Writes the waiting values; never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const values = [...this.#values.values()]
    this.#values = new Map()
    try {
      for (let at = 0; at < values.length; at += batchSize) {
        await this.#options.write(values.slice(at, at + batchSize))
      }
    } catch (error) {
      this.#options.onError(error)
    }
  }
}
