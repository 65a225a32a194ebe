import { readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BuildFailure } from '@host/inspect'
import { findPlugin, type DevelopedPlugin } from './find-plugin.ts'

/**
 * The plugins of the named folders and those that their `plugin-checks.json` lists under `beside`, the first named one
 * first, each once.
 * @throws BuildFailure for a folder that is not a plugin's
 */
export function findPlugins(folders: readonly string[]): readonly DevelopedPlugin[] {
  const found = new Map<string, DevelopedPlugin>()
  const problems: string[] = []
  const add = (folder: string): void => {
    const plugin = findPlugin(folder)
    if (plugin === undefined) return void problems.push(`${folder} is not the folder of a plugin.`)
    const place = realpathSync(plugin.folder)
    if (found.has(place)) return
    found.set(place, plugin)
    for (const other of besideOf(plugin.folder)) add(other)
  }
  folders.forEach(add)
  if (problems.length > 0) throw new BuildFailure(problems)
  return [...found.values()]
}

/** The plugins that one needs beside it; the checks of the plugin report a file that can't be read. */
function besideOf(folder: string): readonly string[] {
  try {
    const { beside } = Object(JSON.parse(readFileSync(join(folder, 'plugin-checks.json'), 'utf8'))) as {
      beside?: unknown
    }
    if (!Array.isArray(beside)) return []
    return beside.filter((other) => typeof other === 'string').map((other) => resolve(folder, other))
  } catch {
    return []
  }
}
