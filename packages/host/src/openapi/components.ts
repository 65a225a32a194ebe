import type { JsonObject } from '../support/json.ts'

/** The kinds of components that operations share. */
export type ComponentKind = 'schemas' | 'responses' | 'parameters' | 'headers'

/** Shared parts of the operations of one document. It contains only requested parts. */
export class Components {
  readonly #kinds = new Map<ComponentKind, Map<string, JsonObject>>()

  has(kind: ComponentKind, name: string): boolean {
    return this.#kinds.get(kind)?.has(name) === true
  }

  /** Keeps a component under a name unless one is there. @returns a reference to it */
  share(kind: ComponentKind, name: string, make: () => JsonObject): JsonObject {
    const named = this.#kinds.get(kind) ?? new Map<string, JsonObject>()
    this.#kinds.set(kind, named)
    if (!named.has(name)) named.set(name, make())
    return { $ref: `#/components/${kind}/${name}` }
  }

  /** All of them, by kind and name in alphabetical order. */
  list(): JsonObject {
    const kinds = [...this.#kinds].toSorted(byName)
    return Object.fromEntries(kinds.map(([kind, named]) => [kind, Object.fromEntries([...named].toSorted(byName))]))
  }
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
