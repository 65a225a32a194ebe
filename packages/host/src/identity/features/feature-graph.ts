import type { PluginInfo } from '@host/plugin'

/** A plugin as far as features are concerned. */
export interface FeaturePlugin {
  readonly name: string
  readonly info: PluginInfo
}

/** A switchable unit: a plugin, or the plugins of one group. */
export interface FeatureNode {
  readonly key: string
  /** The plugin that lends the feature its name comes first. */
  readonly plugins: readonly string[]
  readonly core: boolean
  readonly enabledByDefault: boolean
  /** Features that this one needs directly, and those that need it. */
  readonly requires: readonly string[]
  readonly requiredBy: readonly string[]
}

/** Features with their dependencies; created once, when the host starts. */
export class FeatureGraph {
  readonly #nodes: ReadonlyMap<string, FeatureNode>

  constructor(plugins: readonly FeaturePlugin[]) {
    this.#nodes = withDefaultsClosed(nodesOf(plugins))
  }

  get(key: string): FeatureNode | undefined {
    return this.#nodes.get(key)
  }

  all(): readonly FeatureNode[] {
    return [...this.#nodes.values()]
  }

  /** A feature and all that it needs, directly or not. A cycle ends where it began. */
  needs(key: string): ReadonlySet<string> {
    return reach(this.#nodes, key, 'requires')
  }

  /** A feature and all that need it, directly or not. */
  neededBy(key: string): ReadonlySet<string> {
    return reach(this.#nodes, key, 'requiredBy')
  }

  /**
   * The features that are on, given a workspace's choices: a feature is on when it is core or chosen, or neither chosen
   * nor refused and on by default, and all its requirements are on too.
   */
  enabled(choices: ReadonlyMap<string, boolean>): ReadonlySet<string> {
    const on = new Set<string>()
    for (const { key, core, enabledByDefault } of this.#nodes.values()) {
      if (core || (choices.get(key) ?? enabledByDefault)) on.add(key)
    }
    while (dropUnmet(this.#nodes, on)) continue
    return on
  }
}

function dropUnmet(nodes: ReadonlyMap<string, FeatureNode>, on: Set<string>): boolean {
  const unmet = [...on].filter((key) => nodes.get(key)?.requires.some((needed) => !on.has(needed)))
  for (const key of unmet) on.delete(key)
  return unmet.length > 0
}

function reach(
  nodes: ReadonlyMap<string, FeatureNode>,
  key: string,
  along: 'requires' | 'requiredBy',
): ReadonlySet<string> {
  const reached = new Set([key])
  for (const at of reached) for (const next of nodes.get(at)?.[along] ?? []) reached.add(next)
  return reached
}

function nodesOf(plugins: readonly FeaturePlugin[]): Map<string, FeatureNode> {
  const featureOf = new Map(plugins.map(({ name, info }) => [name, info.group ?? name]))
  const groups = Map.groupBy(plugins, ({ name, info }) => info.group ?? name)
  const requires = new Map([...groups].map(([key, members]) => [key, requiredFeatures(key, members, featureOf)]))
  return new Map(
    [...groups].map(([key, members]) => [
      key,
      {
        key,
        plugins: members.map(({ name }) => name).toSorted((a, b) => Number(b === key) - Number(a === key)),
        core: members.some(({ info }) => info.core === true),
        enabledByDefault: members.every(({ info }) => info.enabledByDefault !== false),
        requires: requires.get(key) ?? [],
        requiredBy: [...requires].filter(([, needed]) => needed.includes(key)).map(([other]) => other),
      },
    ]),
  )
}

function requiredFeatures(
  key: string,
  members: readonly FeaturePlugin[],
  featureOf: ReadonlyMap<string, string>,
): readonly string[] {
  const needed = members.flatMap(({ info }) => info.requires ?? []).map((name) => featureOf.get(name) ?? name)
  return [...new Set(needed)].filter((feature) => feature !== key).toSorted()
}

/** Requirements of a core feature are core, and those of a default feature are on by default. */
function withDefaultsClosed(nodes: Map<string, FeatureNode>): ReadonlyMap<string, FeatureNode> {
  const reachedFrom = (starts: readonly FeatureNode[]): ReadonlySet<string> =>
    new Set(starts.flatMap(({ key }) => [...reach(nodes, key, 'requires')]))
  const all = [...nodes.values()]
  const core = reachedFrom(all.filter((node) => node.core))
  const byDefault = reachedFrom(all.filter((node) => node.enabledByDefault))
  return new Map(
    all.map((node) => {
      const isCore = core.has(node.key)
      return [node.key, Object.freeze({ ...node, core: isCore, enabledByDefault: isCore || byDefault.has(node.key) })]
    }),
  )
}
