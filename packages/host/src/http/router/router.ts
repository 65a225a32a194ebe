/**
 * Method and path to a route, with the semantics of Go 1.22's ServeMux.
 *
 * The tree is walked path first, and at each place literal before param before rest, going back when a branch has no
 * route for the method. As no two patterns conflict, the first route met is the most specific one: any other that
 * matches is more general in its path or its method. Every node has one parent and is met at most once per look-up, so
 * the cost depends on the path and not on the number of routes. A path without wildcards is one map access.
 *
 * A look-up never waits, so the router keeps the state of the one that runs in fields and allocates only the answer.
 */
import type { RouteConflict } from './conflict.ts'
import type { Entry, RouteLeaf } from './route-tree.ts'
import type { Lookup, Route, RouteParams } from './route.ts'
import { findConflict } from './conflict.ts'
import { findPathFault } from './request-path.ts'
import { RouteNode } from './route-tree.ts'

const notFound = Object.freeze({ kind: 'not_found' as const })

/** The routes of a host. Conflicts are collected, not thrown, so that a start can report all of them. */
export class Router<R extends Route> {
  readonly #root = new RouteNode<R>()
  readonly #fixed = new Map<string, RouteLeaf<R>>()
  readonly #methods = new Set<string>()
  readonly #conflicts: RouteConflict<R>[] = []

  #method = ''
  #path = ''
  #isEscaped = false
  #isSlashAdded = false
  #isExact = false
  readonly #starts: number[] = []
  readonly #stops: number[] = []

  /** The conflicts among the routes added so far. */
  get conflicts(): readonly RouteConflict<R>[] {
    return this.#conflicts
  }

  /** Adds a route and collects its conflicts with those that are there. */
  add(route: R): void {
    const { method, segments } = route.pattern
    for (const leaf of this.#root.leavesNear(segments)) {
      for (const other of leaf.routes) {
        const conflict = findConflict(route, other)
        if (conflict !== undefined) this.#conflicts.push(conflict)
      }
    }
    const leaf = this.#root.leafFor(segments)
    leaf.add(route)
    if (method !== undefined) this.#methods.add(method)
    const fixed = fixedPath(route)
    if (fixed !== undefined) this.#fixed.set(fixed, leaf)
  }

  /** The route for a method and a raw, still escaped path without its query. Never throws. */
  find(method: string, path: string): Lookup<R> {
    const found = this.#fixed.get(path)?.pick(method)?.found
    return found ?? findPathFault(method, path) ?? this.#search(method, path)
  }

  #search(method: string, path: string): Lookup<R> {
    this.#path = path
    this.#isEscaped = path.includes('%')
    const entry = this.#match(method, false)
    const answer = entry === undefined ? undefined : this.#answer(entry)
    if (answer !== undefined && this.#isExact) return answer
    if (this.#isSubtreeRoot(method, path)) return { kind: 'redirect', location: `${path}/` }
    return answer ?? this.#refuse(path)
  }

  #refuse(path: string): Lookup<R> {
    const allowed = [...this.#methods].filter(
      (method) => this.#match(method, false) !== undefined || this.#isSubtreeRoot(method, path),
    )
    if (allowed.length === 0) return notFound
    if (allowed.includes('GET') && !allowed.includes('HEAD')) allowed.push('HEAD')
    return { kind: 'method_not_allowed', allow: allowed.toSorted().join(', ') }
  }

  /** Whether the path lacks no more than a trailing slash to be a subtree's root. */
  #isSubtreeRoot(method: string, path: string): boolean {
    return !path.endsWith('/') && this.#match(method, true) !== undefined
  }

  #match(method: string, isSlashAdded: boolean): Entry<R> | undefined {
    this.#method = method
    this.#isSlashAdded = isSlashAdded
    this.#isExact = true
    return this.#walk(this.#root, 1, 0)
  }

  /** Searches below a node for the text that follows the slash before `at`. */
  #walk(node: RouteNode<R>, at: number, depth: number): Entry<R> | undefined {
    const path = this.#path
    if (at >= path.length) return node.end?.pick(this.#method) ?? this.#takeRest(node, path.length, depth)
    const slash = path.indexOf('/', at)
    const stop = slash === -1 ? path.length : slash
    if (node.literals.size > 0) {
      const text = path.slice(at, stop)
      const literal = node.literals.get(this.#isEscaped ? decodeURIComponent(text) : text)
      const entry = literal === undefined ? undefined : this.#step(literal, stop, depth)
      if (entry !== undefined) return entry
    }
    if (node.param !== undefined) {
      const entry = this.#step(node.param, stop, depth + 1)
      if (entry !== undefined) {
        this.#starts[depth] = at
        this.#stops[depth] = stop
        return entry
      }
    }
    return this.#isSlashAdded ? undefined : this.#takeRest(node, at, depth)
  }

  #step(child: RouteNode<R>, stop: number, depth: number): Entry<R> | undefined {
    const isLast = stop === this.#path.length && !this.#isSlashAdded
    return isLast ? child.leaf?.pick(this.#method) : this.#walk(child, stop + 1, depth)
  }

  #takeRest(node: RouteNode<R>, at: number, depth: number): Entry<R> | undefined {
    const entry = node.rest?.pick(this.#method)
    if (entry === undefined) return undefined
    this.#isExact = at >= this.#path.length
    this.#starts[depth] = at
    this.#stops[depth] = this.#path.length
    return entry
  }

  #answer(entry: Entry<R>): Lookup<R> {
    if (entry.found !== undefined) return entry.found
    const params: Record<string, string> = {}
    const { names } = entry
    for (let index = 0; index < names.length; index++) {
      const text = this.#path.slice(this.#starts[index], this.#stops[index])
      params[names[index] as string] = this.#isEscaped ? decodeURIComponent(text) : text
    }
    return { kind: 'found', route: entry.route, params: params satisfies RouteParams }
  }
}

/** The one path of a pattern without wildcards, when it has a single spelling. */
function fixedPath({ pattern: { segments } }: Route): string | undefined {
  const parts = segments.map((segment) => {
    if (segment.kind === 'literal') return /^[\w.~-]+$/.test(segment.value) ? segment.value : undefined
    return segment.kind === 'end' ? '' : undefined
  })
  return parts.includes(undefined) ? undefined : `/${parts.join('/')}`
}
