import type { LiveChange } from '@host/plugin'
import { everything } from './notice.ts'

/** How many paths are kept apart; more of them say no more than that everything may have changed. */
const mostPaths = 100

/** A change as one follower may know it. */
export interface Change extends LiveChange {
  /** What must be switched on to see it; undefined for nothing. */
  readonly feature?: string | undefined
}

/** Changes that wait to be told, merged: what they take has a bound however long they wait. */
export class Changes {
  /** Each path with the features that have changed it; one that is on is enough to see it. */
  readonly #paths = new Map<string, Set<string | undefined>>()
  #by: string | null | undefined
  /** When the oldest of them came, in milliseconds of the monotonic clock. */
  readonly since = performance.now()

  add({ paths, feature, by }: Change): void {
    this.#by = this.#by === undefined || this.#by === by ? by : null
    for (const path of paths) this.#paths.set(path, (this.#paths.get(path) ?? new Set()).add(feature))
    if (this.#paths.size <= mostPaths) return
    this.#paths.clear()
    this.#paths.set(everything, new Set([undefined]))
  }

  /** What is left of them where features are switched off; null when that is nothing. */
  async visible(isEnabled: (feature: string) => boolean | Promise<boolean>): Promise<LiveChange | null> {
    const features = new Set([...this.#paths.values()].flatMap((some) => [...some]))
    const states = await Promise.all(
      [...features].map(async (feature) => [feature, feature === undefined || (await isEnabled(feature))] as const),
    )
    const on = new Set(states.filter(([, isOn]) => isOn).map(([feature]) => feature))
    const paths = [...this.#paths].filter(([, some]) => !on.isDisjointFrom(some))
    return paths.length === 0 ? null : { paths: paths.map(([path]) => path), by: this.#by ?? null }
  }
}
