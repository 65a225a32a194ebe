import { diffSurfaces, requiredVersion, type PluginSurface, type SurfaceChange } from '@host/host'
import { CommandFailure } from '../command-failure.ts'

/** The differences between two versions of one plugin. */
export interface PluginDifference {
  readonly plugin: string
  readonly from: string
  readonly to: string
  readonly changes: readonly SurfaceChange[]
  /** The least version that breaking changes need; null where the version says so, or nothing breaks. */
  readonly requiredVersion: string | null
}

/** Plugins of two sources, by name. */
export interface ComparedPlugins {
  readonly plugins: readonly PluginDifference[]
  /** Names that only one of the sources has. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

type Surfaces = readonly PluginSurface[]

/**
 * Compares the plugins of two sources. A source with one plugin selects that plugin of the other.
 * @throws CommandFailure for sources without a plugin in common, and for versions that are not semantic
 */
export function comparePlugins(before: Surfaces, after: Surfaces, name?: string): ComparedPlugins {
  const wanted = name ?? onlyName(before) ?? onlyName(after)
  const [from, to] = [select(before, wanted), select(after, wanted)]
  const pairs = from.flatMap((old) => {
    const next = to.find(({ plugin }) => plugin === old.plugin)
    return next === undefined ? [] : [{ old, next }]
  })
  if (pairs.length === 0) throw new CommandFailure([nothingInCommon(before, after, name)], 2)
  return {
    plugins: pairs.map(({ old, next }) => differenceOf(old, next)),
    added: namesOf(to).filter((each) => !namesOf(from).includes(each)),
    removed: namesOf(from).filter((each) => !namesOf(to).includes(each)),
  }
}

function differenceOf(old: PluginSurface, next: PluginSurface): PluginDifference {
  const changes = diffSurfaces(old, next)
  const isBreaking = changes.some((change) => change.isBreaking)
  const { plugin, version: from } = old
  try {
    const required = isBreaking ? (requiredVersion(from, next.version) ?? null) : null
    return { plugin, from, to: next.version, changes, requiredVersion: required }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new CommandFailure([`The plugin "${plugin}" ${error.message}.`])
  }
}

function onlyName(surfaces: Surfaces): string | undefined {
  return surfaces.length === 1 ? surfaces[0]?.plugin : undefined
}

function select(surfaces: Surfaces, name: string | undefined): Surfaces {
  return name === undefined ? surfaces : surfaces.filter(({ plugin }) => plugin === name)
}

function namesOf(surfaces: Surfaces): readonly string[] {
  return surfaces.map(({ plugin }) => plugin)
}

function nothingInCommon(before: Surfaces, after: Surfaces, name: string | undefined): string {
  if (name !== undefined) return `The plugin "${name}" is not in both. Use the name of a plugin that both have.`
  const [old, next] = [onlyName(before), onlyName(after)]
  const problem =
    old === undefined || next === undefined
      ? 'They have no plugin in common'
      : `"${old}" and "${next}" are different plugins`
  return `${problem}. Compare two versions of one plugin.`
}
