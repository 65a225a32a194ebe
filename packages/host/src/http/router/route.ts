import type { Pattern, Wording } from '@host/plugin'

/** Facts of a route that the router needs; the caller adds its own fields and gets them back from a look-up. */
export interface Route {
  readonly pattern: Pattern
  /** The plugin that registered it, or `host`. */
  readonly owner: string
  /** Where it was registered: its text is `file:line:column`. */
  readonly source: { toString(): string }
}

/** The unescaped wildcards of a request, by name. */
export type RouteParams = Readonly<Record<string, string>>

/** The result of a look-up. Locations are paths; the caller adds the query. */
export type Lookup<R extends Route> =
  | { readonly kind: 'found'; readonly route: R; readonly params: RouteParams }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'method_not_allowed'; readonly allow: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'malformed'; readonly detail: Wording }
