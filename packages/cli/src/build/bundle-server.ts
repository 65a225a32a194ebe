import { join } from 'node:path'
import { bundleModule } from './bundle-module.ts'
import type { ComposedPlugin } from './composed-plugin.ts'

/** What a bundle of the composition root is made from. */
export interface ServerSources {
  readonly root: string
  readonly outOfTree: readonly ComposedPlugin[]
  /** The folder of the plugins' copies. */
  readonly work: string
}

/** Bundles a module of `apps/server` with the out-of-tree plugins in their place of the edition. */
export function bundleServer({ root, outOfTree, work }: ServerSources, module: 'main' | 'check'): Promise<string> {
  const sources = join(root, 'apps/server/src')
  const copies = outOfTree.map(({ name, server }) => [server.dir, `plugins/${name}`] as const)
  return bundleModule({
    cwd: root,
    entry: join(sources, `${module}.ts`),
    roots: new Map([...copies, [join(work, 'plugins'), 'plugins'], [root, '']]),
    replaced: new Map([[join(sources, 'plugins.generated.ts'), generatedList(outOfTree)]]),
  })
}

/** The text of `plugins.generated.ts` for a list of plugins. */
export function generatedList(plugins: readonly ComposedPlugin[]): string {
  const imports = plugins.map(
    ({ server }, index) => `import { plugin as plugin${index} } from ${JSON.stringify(server.entry)}\n`,
  )
  return `${imports.join('')}export const outOfTree = [${plugins.map((_, index) => `plugin${index}`).join(', ')}]\n`
}
