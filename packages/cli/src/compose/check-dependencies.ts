import { relative } from 'node:path'
import { attributeFailure } from './attribute.ts'
import type { ReadPlugin } from './check-plugins.ts'
import { dependencyOf, placeBelow } from './dependency-place.ts'
import { readNetwork } from './module-facts.ts'
import { allowNetwork, safely } from './network-advice.ts'
import { platformImportsBelow } from './platform-imports.ts'
import { quote, sentence, type Sentence } from './problem.ts'
import { reachModules, type ReachedModule } from './reach-modules.ts'

/**
 * Connections that the installed dependencies of server halves open, of each dependency the one that is nearest, and
 * their imports of the contract's part for in-tree plugins. A plugin's own modules were read before anything was installed; those that it reaches in a roundabout way, such as by
 * `#name`, are read here.
 * @throws BuildFailure when a half cannot be followed
 */
export async function checkDependencies(plugins: readonly ReadPlugin[]): Promise<Sentence[]> {
  const found: Sentence[] = []
  for (const plugin of plugins) {
    const { index, network, server } = plugin
    const reached = await follow(plugin)
    const opened = network ? [] : findConnections(reached, server.home)
    const said = [...opened, ...platformImportsBelow(reached, server.home)]
    found.push(...said.map((text) => sentence(index, `"server" ${quote(server.text)} ${text}`)))
  }
  return found
}

async function follow(plugin: ReadPlugin): Promise<readonly ReachedModule[]> {
  const { name, manifest, modules } = plugin.server
  return await reachModules(modules.entry).catch((error: unknown) => {
    throw attributeFailure(error, [{ ...plugin, name: name ?? manifest.name }])
  })
}

/** The network use of modules, in words that follow their owner. */
export function findConnections(modules: readonly ReachedModule[], home: string): string[] {
  const told = new Set<string>()
  return modules.flatMap(({ path, text }) => {
    const owner = dependencyOf(path)
    const found = readNetwork(path, text)
    const [first] = found ?? []
    if ((found !== undefined && first === undefined) || told.has(owner ?? path)) return []
    told.add(owner ?? path)
    const place = owner === undefined ? relative(home, path) : placeBelow(path, owner)
    if (first === undefined) return [`depends on ${place}, which can't be read as a module: remove it`]
    const where = `${owner === undefined ? '' : `in its dependency ${quote(owner)} `}(${place} line ${first.line})`
    return [`bypasses the host's network controls with ${first.what} ${where}: ${safely}, or ${allowNetwork}`]
  })
}
