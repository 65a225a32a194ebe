import { announcedBy } from '../declared/announced.ts'
import type { PluginEntry, RegisteredPlugin } from '../declared/plugin-entry.ts'
import { shapeProblems } from './preflight/plugin-shape.ts'

/** The plugins of a build, without those whose members are invalid. */
export interface Registration {
  readonly plugins: readonly RegisteredPlugin[]
  readonly problems: readonly string[]
}

/**
 * Registers the plugins that the composition root lists.
 * @param announce receives one line for each, verbatim
 */
export function register(entries: readonly PluginEntry[], announce: (line: string) => void): Registration {
  const problems: string[] = []
  const plugins = entries.flatMap((entry, index) => {
    const found = shapeProblems(entry.plugin, index)
    problems.push(...found)
    return found.length === 0 ? [registered(entry)] : []
  })
  for (const { name } of plugins) announce(`[plugin] registered ${name}`)
  return { plugins, problems }
}

function registered(entry: PluginEntry): RegisteredPlugin {
  const { name, info } = entry.plugin
  const announced = announcedBy(entry.plugin)
  return Object.freeze({ ...entry, name, feature: info.group ?? name, granted: entry.granted ?? [], ...announced })
}
