const signals = ['SIGTERM', 'SIGINT'] as const

/** The first stop signal of the process, until disposed of. A second one ends the process at once. */
export class StopSignal implements Disposable {
  readonly #received = Promise.withResolvers<void>()
  readonly #controller = new AbortController()

  constructor() {
    for (const signal of signals) process.once(signal, this.#take)
  }

  /** Aborted by the signal. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Resolves with the signal. */
  get received(): Promise<void> {
    return this.#received.promise
  }

  readonly #take = (): void => {
    this.#controller.abort()
    this.#received.resolve()
  };

  [Symbol.dispose](): void {
    for (const signal of signals) process.off(signal, this.#take)
  }
}
