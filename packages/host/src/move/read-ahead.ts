/** Batches of a source, each read while the one before it is used. */
export class ReadAhead<Batch> implements AsyncDisposable {
  readonly #batches: AsyncIterator<Batch>
  #next: Promise<IteratorResult<Batch>>

  constructor(batches: AsyncIterable<Batch>) {
    this.#batches = batches[Symbol.asyncIterator]()
    this.#next = this.#read()
  }

  /** Whether all batches were taken. */
  async isAtEnd(): Promise<boolean> {
    return (await this.#next).done === true
  }

  /** The next batches, at most so many. */
  async *take(most: number): AsyncGenerator<Batch> {
    for (let taken = 0; taken < most; taken += 1) {
      const next = await this.#next
      if (next.done === true) return
      this.#next = this.#read()
      yield next.value
    }
  }

  /** Ends the reading. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#batches.return?.()
  }

  #read(): Promise<IteratorResult<Batch>> {
    const read = this.#batches.next()
    // Its error is thrown when the batch is taken, and is not unhandled until then.
    read.catch(() => undefined)
    return read
  }
}
