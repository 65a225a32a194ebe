/** Deprecation of a route, for its remaining callers. */
export interface RouteDeprecation {
  /** The day on which it was deprecated, such as `2026-03-01`: the answer's header `Deprecation`. */
  readonly since: string
  /** The first day on which it may be gone, after `since`: the header `Sunset`. Left out while that is open. */
  readonly sunset?: string
  /**
   * The pattern that takes its place, such as `GET /api/x/notes/records/{id}`: the header `Link`. Its wildcards are among
   * those of the deprecated one, so that the link leads to the same record.
   */
  readonly use: string
}

/** Something of the contract that plugins can use, named by where its use is seen. */
export type ContractMember =
  /** `dns` of `PluginContext`. */
  | { readonly of: 'context'; readonly member: string }
  /** A member of a plugin's definition, such as `badges`, `info.group` or, in each of the entries, `menus.icon`. */
  | { readonly of: 'plugin'; readonly member: string }
  /** A service by its name, such as `core.geo`, or one of its methods. */
  | { readonly of: 'service'; readonly service: string; readonly member?: string }
  /** An export of a contract package, such as `Select` of `@host/plugin-sdk`; its use is seen when composing. */
  | { readonly of: 'export'; readonly package: string; readonly member: string }

/** A member of the contract that will be taken away. It works for two more minor versions. */
export interface MemberDeprecation {
  readonly what: ContractMember
  /** The version of its package, `@host/plugin` unless it is an export of another, that deprecated it: `1.3.0`. */
  readonly since: string
  /** The replacement, as the end of a sentence: `use the service Dns`. */
  readonly use: string
}
