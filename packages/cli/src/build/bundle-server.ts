import { join } from 'node:path'
import type { ContainedModules } from '../bill/contained-modules.ts'
import { asciiBundle, RawTemplates } from './ascii-bundle.ts'
import { bundleModule } from './bundle-module.ts'
import { bundleModules, type BundledModules } from './bundle-modules.ts'
import { editionsWithout } from './editions.ts'
import type { ComposedPlugin } from './composed-plugin.ts'
import type { BundleOptions } from './run-bundler.ts'
import { mainModule } from '../embedded/module-keys.ts'

/** What a bundle of the composition root is made from. */
export interface ServerSources {
  readonly root: string
  readonly outOfTree: readonly ComposedPlugin[]
  /** Names of in-tree plugins to leave out. */
  readonly without: readonly string[]
  /** The folder of the plugins' copies. */
  readonly work: string
}

/** Bundles the server with the out-of-tree plugins in their place of the edition. */
export function bundleServer(sources: ServerSources, modules?: ContainedModules): Promise<BundledModules> {
  const contained = modules && ({ modules, part: 'server' } as const)
  return bundleProgram({ ...optionsOf(sources, 'server'), contained })
}

/** Bundles an entry into the modules that an executable runs, in ASCII. */
export async function bundleProgram(options: BundleOptions): Promise<BundledModules> {
  const raw = new RawTemplates()
  const names = { entry: mainModule, groupOf: packageOf }
  const { modules, order } = await bundleModules(names, { ...options, watch: raw.watch })
  return { modules: new Map([...modules].map(([name, bundle]) => [name, asciiBundle(bundle, raw.isAny)])), order }
}

/**
 * One module for each plugin and each package of the product, and one for all libraries. Those of out-of-tree plugins, which
 * may import the contract, are apart from them.
 */
function packageOf(path: string): string | undefined {
  if (path.startsWith('node_modules/')) return 'libraries'
  if (path.startsWith('plugins/node_modules/')) return 'libraries-of-plugins'
  const [, folder, name] = /^(packages|plugins)\/([^/]+)\//.exec(path) ?? []
  return name && `${folder}-${name}`
}

/** Bundles the program that tries the out-of-tree plugins. */
export function bundleCheck(sources: ServerSources): Promise<string> {
  return bundleModule({ ...optionsOf(sources, 'check'), isPlain: true })
}

function optionsOf({ root, outOfTree, work, without }: ServerSources, module: 'server' | 'check'): BundleOptions {
  const sources = join(root, 'apps/server/src')
  const copies = outOfTree.map(({ name, server }) => [server.dir, `plugins/${name}`] as const)
  return {
    cwd: root,
    entry: join(sources, `${module}.ts`),
    roots: new Map([...copies, [join(work, 'plugins'), 'plugins'], [root, '']]),
    replaced: new Map([
      ...editionsWithout(root, without),
      [join(sources, 'plugins.generated.ts'), generatedList(outOfTree)],
    ]),
  }
}

/** The text of `plugins.generated.ts` for a list of plugins. */
export function generatedList(plugins: readonly ComposedPlugin[]): string {
  const imports = plugins.map(
    ({ server }, index) => `import { plugin as plugin${index} } from ${JSON.stringify(server.entry)}\n`,
  )
  return `${imports.join('')}export const outOfTree = [${plugins.map((_, index) => `plugin${index}`).join(', ')}]\n`
}
