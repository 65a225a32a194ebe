import type { LiveChange } from '@host/plugin'
import { everything } from './live-message.ts'

/** How many paths are kept apart; more of them say no more than that everything may have changed. */
const mostPaths = 100

/** A change as one follower may know it. */
export interface Change extends LiveChange {
  /** The feature that must be on to see it; undefined for none. */
  readonly feature?: string | undefined
}

/** Changes not yet sent, merged: their memory is bounded however long they wait. */
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

  /** The remaining changes where features are off; null when none remain. */
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
