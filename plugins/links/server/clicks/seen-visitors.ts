import type { VisitorRow } from './count-rows.ts'

/** Visitors that are remembered: some 20 MB. */
const most = 100_000

/** Visitors that are in the database, so that those who come again take no statement. A deleted link takes none of them away. */
export class SeenVisitors {
  #young = new Set<string>()
  #old = new Set<string>()

  has(visitor: VisitorRow): boolean {
    const key = keyOf(visitor)
    return this.#young.has(key) || this.#old.has(key)
  }

  /** @param visitors that were stored: a transaction that fails stores none */
  add(visitors: readonly VisitorRow[]): void {
    for (const visitor of visitors) this.#young.add(keyOf(visitor))
    if (this.#young.size < most / 2) return
    this.#old = this.#young
    this.#young = new Set()
  }
}

function keyOf({ org_id, link_id, day, visitor }: VisitorRow): string {
  return `${org_id} ${link_id} ${day} ${visitor}`
}
