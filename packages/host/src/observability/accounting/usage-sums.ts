import type { Usage } from '@host/plugin/platform'

/** Adds up usage by a key: a plugin, a workspace or an hour. */
export class UsageSums<Key> {
  readonly #sums = new Map<Key, Record<keyof Usage, number>>()

  add(key: Key, usage: Usage): void {
    const sum = this.#sums.get(key)
    if (sum === undefined) this.#sums.set(key, { ...usage })
    else for (const counter of Object.keys(sum) as (keyof Usage)[]) sum[counter] += usage[counter]
  }

  entries(): readonly (readonly [Key, Usage])[] {
    return [...this.#sums]
  }
}
