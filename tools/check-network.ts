import { join } from 'node:path'
import { inTreeNames } from '../packages/cli/src/build/in-tree-plugins.ts'
import { findConnections } from '../packages/cli/src/compose/check-dependencies.ts'
import { reachModules } from '../packages/cli/src/compose/reach-modules.ts'
import { report, type Finding } from './report.ts'
import { root } from './source-files.ts'

/** In-tree plugins that open connections by themselves, each with the reason why `safehttp` is not enough for it. */
export const mayConnect: Readonly<Record<string, string>> = {}

/** Holds the in-tree plugins to what composing holds the others to: no connection past the host, dependencies included. */
export async function checkNetwork(entries: ReadonlyMap<string, string>): Promise<Finding> {
  const strict = [...entries].filter(([name]) => mayConnect[name] === undefined)
  const problems = strict.map(async ([name, entry]) =>
    findConnections(await reachModules(entry), root).map((said) => `plugins/${name} ${said}`),
  )
  return { check: 'network', seen: entries.size, problems: (await Promise.all(problems)).flat() }
}

if (import.meta.main) {
  const names = inTreeNames(root)
  report(await checkNetwork(new Map(names.map((name) => [name, join(root, 'plugins', name, 'server/index.ts')]))))
}
