/**
 * Measures how long the main thread works without a pause: the CPU time between two turns of the event loop. Other processes
 * on a busy machine don't change it, as they do the delay of the loop. The loop never waits while it measures.
 */
export class TurnMeter {
  #longest = 0
  #last = process.threadCpuUsage()

  constructor() {
    setImmediate(() => this.#turn())
  }

  /** Milliseconds of CPU time of the longest turn since the last call. */
  take(): number {
    const longest = this.#longest
    this.#longest = 0
    return longest
  }

  #turn(): void {
    const { user, system } = process.threadCpuUsage(this.#last)
    this.#longest = Math.max(this.#longest, (user + system) / 1_000)
    this.#last = process.threadCpuUsage()
    setImmediate(() => this.#turn())
  }
}
