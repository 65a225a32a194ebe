import { Problem, type Wording } from '@host/plugin'

/** Runs one piece of work after the other, and refuses more than may wait. */
class SerialLine {
  readonly #most: number
  readonly #busy: Wording
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(most: number, busy: Wording) {
    this.#most = most
    this.#busy = busy
  }

  get isIdle(): boolean {
    return this.#waiting === 0
  }

  /** @throws Problem `service_unavailable` when too many wait */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= this.#most) {
      throw new Problem('service_unavailable', { detail: this.#busy, headers: { 'retry-after': '5' } })
    }
    this.#waiting += 1
    const result = this.#last.then(work)
    this.#last = result.then(
      () => undefined,
      () => undefined,
    )
    try {
      return await result
    } finally {
      this.#waiting -= 1
    }
  }
}

/** A line for each key, so that one that is full holds up no other. */
export class SerialLines {
  readonly #most: number
  readonly #busy: Wording
  readonly #lines = new Map<string, SerialLine>()

  /** @param most pieces of work that a line has at once */
  constructor(most: number, busy: Wording) {
    this.#most = most
    this.#busy = busy
  }

  /** @throws Problem `service_unavailable` when too many wait */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.getOrInsertComputed(key, () => new SerialLine(this.#most, this.#busy))
    try {
      return await line.run(work)
    } finally {
      if (line.isIdle) this.#lines.delete(key)
    }
  }
}
