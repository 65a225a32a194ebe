import { join } from 'node:path'
import { findConnections, reachModules } from '../packages/inspect/src/index.ts'
import { inTreeNames } from '../packages/cli/src/build/in-tree-plugins.ts'
import { report, type Finding } from './report.ts'
import { root } from './source-files.ts'

/** Dependencies of in-tree plugins that could open connections and have no occasion to, each with the reason. */
export const mayStay: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  smtp: { nodemailer: 'it sends to the server that the operator has set, which may be in a private network' },
  mcp: { '@modelcontextprotocol/server': 'its fetch is for the clients of its other half, and nothing here calls it' },
}

/** Applies the composer's check to the in-tree plugins: no connection past the host, dependencies included. */
export async function checkNetwork(entries: ReadonlyMap<string, string>): Promise<Finding> {
  const silent = new Set<string>()
  const problems = [...entries].map(async ([name, entry]) => {
    const known = Object.keys(mayStay[name] ?? {}).map((dependency) => `in its dependency "${dependency}"`)
    const reached = (await reachModules(entry)).filter(({ path }) => !silent.has(path))
    const found = findConnections(reached, root)
    // Most plugins reach the same dependencies. Where nothing was found, no module needs another look.
    if (found.length === 0) for (const { path } of reached) silent.add(path)
    return found.filter((said) => !known.some((one) => said.includes(one))).map((said) => `plugins/${name} ${said}`)
  })
  return { check: 'network', seen: entries.size, problems: (await Promise.all(problems)).flat() }
}

if (import.meta.main) {
  const names = inTreeNames(root)
  report(await checkNetwork(new Map(names.map((name) => [name, join(root, 'plugins', name, 'server/index.ts')]))))
}
