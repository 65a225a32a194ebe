import { setImmediate } from 'node:timers/promises'

/** Options of grouped work. */
export interface GroupOptions<Item, Result> {
  /** Does several at once. @returns their results, in order */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Items of one group. */
  readonly most: number
  /** Size of one group; an item that is larger is a group of its own. */
  readonly mostSize?: number
  readonly sizeOf?: (item: Item) => number
  /** Called when nothing runs or waits any more. */
  readonly onIdle?: () => void
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly settled: PromiseWithResolvers<Result>
}

/**
 * Does together what comes in one turn of the event loop, or while earlier items are done:
 *
 *   running a group ── items that come meanwhile wait ──► the next group has them, up to its limits
 *
 * Where a group fails, each of its items is tried again alone.
 */
export class Groups<Item, Result> {
  readonly #options: Required<GroupOptions<Item, Result>>
  readonly #waiting: Waiting<Item, Result>[] = []
  #isRunning = false

  constructor(options: GroupOptions<Item, Result>) {
    this.#options = { mostSize: Number.POSITIVE_INFINITY, sizeOf: () => 0, onIdle: () => {}, ...options }
  }

  async add(item: Item): Promise<Result> {
    const settled = Promise.withResolvers<Result>()
    this.#waiting.push({ item, settled })
    if (!this.#isRunning) void this.#runAll()
    return await settled.promise
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    await setImmediate()
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, this.#sizeOfNext())
      if (await this.#run(group)) continue
      for (const one of group) await this.#run([one])
    }
    this.#isRunning = false
    this.#options.onIdle()
  }

  /** The first one belongs to the next group in any case. */
  #sizeOfNext(): number {
    const { most, mostSize, sizeOf } = this.#options
    let size = 0
    const tooMany = this.#waiting.slice(0, most).findIndex(({ item }, at) => {
      size += sizeOf(item)
      return at > 0 && size > mostSize
    })
    return tooMany === -1 ? most : tooMany
  }

  /** Never rejects. @returns false for several that failed, which are not settled */
  async #run(group: readonly Waiting<Item, Result>[]): Promise<boolean> {
    try {
      const results = await this.#options.run(group.map(({ item }) => item))
      for (const [at, { settled }] of group.entries()) settled.resolve(results[at] as Result)
      return true
    } catch (error) {
      if (group.length > 1) return false
      group[0]?.settled.reject(error)
      return true
    }
  }
}
