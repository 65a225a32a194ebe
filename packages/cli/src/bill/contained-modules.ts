/** Where in the executable a module is. */
export type Part = 'server' | 'thread' | 'web'

/** The modules whose code or text is in a build, by their ids of the bundler. */
export class ContainedModules {
  readonly #parts = new Map<string, Set<Part>>()

  add(part: Part, ids: Iterable<string>): void {
    for (const id of ids) {
      const parts = this.#parts.get(id) ?? new Set()
      this.#parts.set(id, parts.add(part))
    }
  }

  /** Every id with the parts that it is in. */
  entries(): Iterable<readonly [id: string, parts: ReadonlySet<Part>]> {
    return this.#parts
  }
}

/** A chunk of a bundler, as far as it says which modules it has. */
interface Chunk {
  readonly modules: Readonly<Record<string, { readonly renderedLength: number }>>
}

/** Modules of a chunk of which something is left after unused code was removed; styles have moved to files of their own. */
export function modulesOf({ modules }: Chunk): string[] {
  return Object.entries(modules).flatMap(([id, { renderedLength }]) =>
    renderedLength > 0 || /\.css(?:\?|$)/.test(id) ? [id] : [],
  )
}
