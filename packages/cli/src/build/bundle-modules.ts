import type { ChunkingContext, OutputChunk } from 'rolldown'
import { BuildFailure } from '@host/inspect'
import type { Bundle } from './bundle.ts'
import { partsOf, publicPath, runBundler, type BundleOptions } from './run-bundler.ts'

/** Modules in the form of CommonJS. */
export interface BundledModules {
  readonly modules: ReadonlyMap<string, Bundle>
  /** Names of those that the entry needs, each behind what it needs itself; the last is that of the entry. */
  readonly order: readonly string[]
}

/** What `bundleModules` makes of an entry. */
export interface ModuleNames {
  /** Of the entry's module. */
  readonly entry: string
  /**
   * The name of the module that a source comes into, by its public path, where the entry needs it without an `import()`; undefined
   * for that of the entry.
   */
  readonly groupOf?: (path: string) => string | undefined
}

/**
 * Bundles an entry into modules: that of the entry, those that it is grouped into, and one for what each `import()` loads.
 * @throws BuildFailure with the bundler's sentence
 */
export async function bundleModules(names: ModuleNames, options: BundleOptions): Promise<BundledModules> {
  const { groupOf = () => undefined, entry } = names
  const isNeeded = neededBy(options.entry)
  const name = (id: string, context: ChunkingContext): string | null =>
    (isNeeded(id, context) ? groupOf(publicPath(id, options.roots)) : undefined) ?? null
  const chunks = await runBundler(options, {
    format: 'cjs',
    dynamicImportInCjs: false,
    entryFileNames: entry,
    chunkFileNames: '[name].cjs',
    // Modules that are grouped with all that they need would take what is loaded on first use along.
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name, debugName: 'parts' }] },
  })
  return { modules: new Map(chunks.map((chunk) => [chunk.fileName, partsOf(chunk)])), order: inOrder(chunks, entry) }
}

/** Tells the sources that an entry needs without an `import()`. */
function neededBy(entry: string): (id: string, context: ChunkingContext) => boolean {
  let needed: Set<string> | undefined
  return (id, context) => {
    if (needed === undefined) {
      needed = new Set([entry])
      for (const each of needed) for (const next of context.getModuleInfo(each)?.importedIds ?? []) needed.add(next)
    }
    return needed.has(id)
  }
}

/** @throws BuildFailure where modules need each other, so that one would run before what it needs */
function inOrder(chunks: readonly OutputChunk[], entry: string): string[] {
  const needs = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  const order: string[] = []
  const visit = (name: string, path: readonly string[]): void => {
    const way = [...path, name]
    if (path.includes(name)) throw new BuildFailure([`modules of the executable need each other: ${way.join(' > ')}`])
    if (order.includes(name)) return
    for (const need of needs.get(name) ?? []) if (needs.has(need)) visit(need, way)
    order.push(name)
  }
  visit(entry, [])
  return order
}
