import type { PatternSegment } from '@host/plugin'
import type { Lookup, Route } from './route.ts'

/** A route in the tree. `found` is ready-made when the pattern captures nothing. */
export interface Entry<R extends Route> {
  readonly route: R
  readonly names: readonly string[]
  readonly found: Lookup<R> | undefined
}

const nothing = Object.freeze({})

/** The routes whose patterns end at the same place of the tree, by method. */
export class RouteLeaf<R extends Route> {
  readonly routes: R[] = []
  readonly #methods = new Map<string, Entry<R>>()
  #any: Entry<R> | undefined

  add(route: R): void {
    this.routes.push(route)
    const names = route.pattern.segments.flatMap(nameOf)
    const found = names.length === 0 ? Object.freeze({ kind: 'found' as const, route, params: nothing }) : undefined
    const entry = Object.freeze({ route, names, found })
    if (route.pattern.method === undefined) this.#any ??= entry
    else if (!this.#methods.has(route.pattern.method)) this.#methods.set(route.pattern.method, entry)
  }

  /** The route for a method: its own, GET for HEAD, then the one for all. */
  pick(method: string): Entry<R> | undefined {
    return this.#methods.get(method) ?? (method === 'HEAD' ? this.#methods.get('GET') : undefined) ?? this.#any
  }
}

/** A place of the tree: everything that may follow a slash. `leaf` ends here without one, `end` and `rest` after it. */
export class RouteNode<R extends Route> {
  readonly literals = new Map<string, RouteNode<R>>()
  param: RouteNode<R> | undefined
  leaf: RouteLeaf<R> | undefined
  end: RouteLeaf<R> | undefined
  rest: RouteLeaf<R> | undefined

  /** The leaf of a pattern below this node, made when missing. */
  leafFor(segments: readonly PatternSegment[]): RouteLeaf<R> {
    const [first, ...others] = segments
    if (first === undefined) return (this.leaf ??= new RouteLeaf())
    if (first.kind === 'end') return (this.end ??= new RouteLeaf())
    if (first.kind === 'rest') return (this.rest ??= new RouteLeaf())
    return this.#childFor(first).leafFor(others)
  }

  /** Every leaf whose paths may overlap with those of the segments. */
  *leavesNear(segments: readonly PatternSegment[]): Generator<RouteLeaf<R>> {
    const [first, ...others] = segments
    if (first === undefined) {
      if (this.leaf !== undefined) yield this.leaf
      return
    }
    if (this.rest !== undefined) yield this.rest
    if (this.end !== undefined && (first.kind === 'end' || first.kind === 'rest')) yield this.end
    for (const child of this.#childrenNear(first)) {
      yield* first.kind === 'rest' ? child.#leaves() : child.leavesNear(others)
    }
  }

  #childFor(segment: Extract<PatternSegment, { kind: 'literal' | 'param' }>): RouteNode<R> {
    if (segment.kind === 'param') return (this.param ??= new RouteNode())
    const known = this.literals.get(segment.value)
    if (known !== undefined) return known
    const child = new RouteNode<R>()
    this.literals.set(segment.value, child)
    return child
  }

  *#childrenNear(segment: PatternSegment): Generator<RouteNode<R>> {
    if (segment.kind === 'end') return
    if (segment.kind === 'literal') {
      const child = this.literals.get(segment.value)
      if (child !== undefined) yield child
    } else yield* this.literals.values()
    if (this.param !== undefined) yield this.param
  }

  *#leaves(): Generator<RouteLeaf<R>> {
    for (const leaf of [this.leaf, this.end, this.rest]) if (leaf !== undefined) yield leaf
    for (const child of this.literals.values()) yield* child.#leaves()
    if (this.param !== undefined) yield* this.param.#leaves()
  }
}

function nameOf(segment: PatternSegment): readonly string[] {
  if (segment.kind === 'literal' || segment.kind === 'end') return []
  return segment.name === undefined ? [] : [segment.name]
}
