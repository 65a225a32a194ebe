import type { LiveChange } from '@host/plugin'
import { everything, type Notice } from './notice.ts'

/** How many paths are kept apart; more of them say no more than that everything may have changed. */
const mostPaths = 100

/** Changes that wait to be told, merged: what they take has a bound however long they wait. */
export class Changes {
  /** Each path with what must be switched on to see it. */
  readonly #paths = new Map<string, string | undefined>()
  #by: string | null | undefined
  /** When the oldest of them came, in milliseconds of the monotonic clock. */
  readonly since = performance.now()

  add({ paths, feature, by }: Omit<Notice, 'to'>): void {
    this.#by = this.#by === undefined || this.#by === by ? by : null
    for (const path of paths) this.#paths.set(path, feature)
    if (this.#paths.size <= mostPaths) return
    this.#paths.clear()
    this.#paths.set(everything, undefined)
  }

  /** What is left of them where features are switched off; null when that is nothing. */
  async visible(isEnabled: (feature: string) => boolean | Promise<boolean>): Promise<LiveChange | null> {
    const features = [...new Set(this.#paths.values())].filter((feature) => feature !== undefined)
    const states = await Promise.all(features.map(async (feature) => [feature, await isEnabled(feature)] as const))
    const on = new Map(states)
    const paths = [...this.#paths].filter(([, feature]) => feature === undefined || on.get(feature) === true)
    return paths.length === 0 ? null : { paths: paths.map(([path]) => path), by: this.#by ?? null }
  }
}
