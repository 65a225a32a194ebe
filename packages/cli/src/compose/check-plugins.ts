import { quote, serverProblems, webProblems, type Half, type Ours } from '@host/inspect'
import { sentence, type Sentence } from './problem.ts'

/** A plugin whose halves were fetched and read. */
export interface ReadPlugin {
  readonly index: number
  readonly network: boolean
  readonly server: Half
  readonly web?: Half
}

/** Everything that can be found wrong with plugins before anything is installed or compiled. */
export function checkPlugins(plugins: readonly ReadPlugin[], ours: Ours): Sentence[] {
  return [...plugins.flatMap((plugin) => checkPlugin(plugin, ours)), ...findConflicts(plugins, ours)]
}

function checkPlugin({ index, network, server, web }: ReadPlugin, ours: Ours): Sentence[] {
  const { opened, unread, ...always } = serverProblems(server, ours)
  const ofServer = Object.values(network ? always : { ...always, opened, unread }).flat()
  const ofWeb = web === undefined ? [] : Object.values(webProblems(web, server, ours)).flat()
  return [
    ...ofServer.map((text) => sentence(index, `"server" ${quote(server.text)} ${text}`)),
    ...ofWeb.map((text) => sentence(index, `"npm" ${quote(web?.text)} ${text}`)),
  ]
}

function findConflicts(plugins: readonly ReadPlugin[], { inTree }: Ours): Sentence[] {
  const names = new Map<string, number>()
  const packages = new Map<string, number>()
  return plugins.flatMap(({ index, server: { name, text, manifest } }) => {
    const sayOf = (said: string): Sentence => sentence(index, `"server" ${quote(text)} ${said}`)
    if (name !== undefined && inTree.includes(name)) {
      return [
        sayOf(`has the name ${quote(name)} of a plugin that is part of the host: choose another name for both halves`),
      ]
    }
    const [sameName, samePackage] = [name === undefined ? undefined : names.get(name), packages.get(manifest.name)]
    if (name !== undefined) names.set(name, index)
    packages.set(manifest.name, index)
    if (sameName !== undefined) {
      return [
        sayOf(
          `has the name ${quote(name)}, which HOST_PLUGINS[${sameName}] also has: remove one of them, or choose another name`,
        ),
      ]
    }
    if (samePackage !== undefined) {
      return [
        sayOf(
          `is the package ${quote(manifest.name)}, which HOST_PLUGINS[${samePackage}] also is: remove one of them, or change the name in its package.json`,
        ),
      ]
    }
    return []
  })
}
