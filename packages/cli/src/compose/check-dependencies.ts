import { findConnections, platformImportsBelow, quote, reachModules, type ReachedModule } from '@host/inspect'
import { attributeFailure } from './attribute.ts'
import type { ReadPlugin } from './check-plugins.ts'
import { sentence, type Sentence } from './problem.ts'

/**
 * Connections that the installed dependencies of server halves open, of each dependency the one that is nearest, and
 * their imports of the contract's part for in-tree plugins. A plugin's own modules were read before anything was
 * installed; those that it reaches in a roundabout way, such as by `#name`, are read here.
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
