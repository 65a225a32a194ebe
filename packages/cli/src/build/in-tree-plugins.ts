import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BuildFailure, readHelpPages, readModule, readModules } from '@host/inspect'
import type { ComposedHalf, ComposedPlugin } from './composed-plugin.ts'
import { halfDigest } from './half-digest.ts'
import { readWorkspaceManifest } from './workspace-package.ts'

/** Names of the plugins that the composition root lists, which are also their folders'. */
export function inTreeNames(root: string): string[] {
  const path = join(root, 'apps/server/src/edition.ts')
  const { imports } = readModule(path, readFileSync(path, 'utf8'))
  return imports.flatMap(({ what }) => /^@host\/([^/]+?)\/server$/.exec(what)?.[1] ?? [])
}

/**
 * The in-tree plugins, as the report of the build names them.
 * @param without names of plugins that this build leaves out
 * @throws BuildFailure naming every help page with a fault
 */
export async function inTreePlugins(root: string, without: readonly string[] = []): Promise<ComposedPlugin[]> {
  const problems: string[] = []
  const names = inTreeNames(root).filter((name) => !without.includes(name))
  const plugins = await Promise.all(
    names.map(async (name) => {
      const dir = join(root, 'plugins', name)
      const docs = join(dir, 'docs')
      const help = existsSync(docs) ? readHelpPages(docs, root) : { files: new Map<string, Buffer>(), problems: [] }
      problems.push(...help.problems.map((problem) => `plugins/${name} has the help ${problem}`))
      const server = await half(dir, 'server/index.ts', help.files)
      if (!existsSync(join(dir, 'web/index.ts'))) return { name, server, help: help.files }
      return { name, server, web: await half(dir, 'web/index.ts', new Map()), help: help.files }
    }),
  )
  if (problems.length > 0) throw new BuildFailure(problems)
  return plugins
}

async function half(dir: string, entry: string, help: ReadonlyMap<string, Buffer>): Promise<ComposedHalf> {
  const { name, version } = readWorkspaceManifest(dir)
  const path = join(dir, entry)
  return { package: name, version, dir, entry: path, digest: await halfDigest(dir, readModules(path, dir), help) }
}
