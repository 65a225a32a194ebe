/**
 * Bundles an entry: into one ES module, or into the modules that the executable loads on first use.
 *
 * Invariant: the same sources give the same bytes, wherever the checkout and the copies of the plugins stand. So paths
 * leave through `roots` only (a source map names `packages/host/src/...`, never a folder of this machine), and nothing
 * else that differs between two machines may enter.
 */
import { join, relative, resolve, sep } from 'node:path'
import { rolldown, type ChunkingContext, type OutputChunk, type OutputOptions, type Plugin } from 'rolldown'
import { BuildFailure, bundlerProblems } from '@host/inspect'
import { modulesOf, type ContainedModules, type Part } from '../bill/contained-modules.ts'
import type { Bundle } from './bundle.ts'

/** What to bundle. */
export interface BundleOptions {
  readonly cwd: string
  readonly entry: string
  /** Folders that may appear in source maps, with the name each has there. */
  readonly roots: ReadonlyMap<string, string>
  /** Modules whose text is replaced, by absolute path. */
  readonly replaced?: ReadonlyMap<string, string>
  /** Takes note of the modules that are in the bundle, and of the part that they are in. */
  readonly contained?: { readonly modules: ContainedModules; readonly part: Part } | undefined
  /** Watches modules on their way. */
  readonly watch?: Plugin | undefined
  /** Leaves the names and spaces of the sources, for a program that runs once. */
  readonly isPlain?: boolean
}

/** Required lazily by `pg` and never used: the native client is not part of the product. */
const optional = ['pg-native']

/** One module that brings its source map along. @throws BuildFailure with the bundler's sentence */
export async function bundleModule(options: BundleOptions): Promise<string> {
  const { code, map } = await bundleParts(options)
  const text = Buffer.from(JSON.stringify({ version: 3, ...map })).toString('base64')
  // On a line of its own: Node prints the line of an error.
  return `${code}\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${text}`
}

/** One module, and its source map apart. @throws BuildFailure with the bundler's sentence */
export async function bundleParts(options: BundleOptions): Promise<Bundle> {
  const [chunk] = await bundleWith(options, { format: 'esm', codeSplitting: false })
  if (chunk === undefined) throw new Error('The bundler wrote no module.')
  return partsOf(chunk)
}

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
  const chunks = await bundleWith(options, {
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

async function bundleWith(options: BundleOptions, output: OutputOptions): Promise<OutputChunk[]> {
  const outDir = join(options.cwd, 'bundle')
  try {
    const bundle = await rolldown({
      cwd: options.cwd,
      input: options.entry,
      platform: 'node',
      preserveEntrySignatures: 'allow-extension',
      external: optional,
      resolve: { conditionNames: ['source', 'node', 'default'] },
      plugins: [options.replaced && replaceModules(options.replaced), options.watch],
      onLog: (_level, log) => {
        if (log.code === 'UNRESOLVED_IMPORT') throw new BuildFailure(bundlerProblems(log))
      },
    })
    const written = await bundle.generate({
      dir: outDir,
      minify: options.isPlain !== true,
      comments: false,
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
      sourcemapPathTransform: (source) => publicPath(resolve(outDir, source), options.roots),
      ...output,
    })
    await bundle.close()
    const chunks = written.output.filter((each) => each.type === 'chunk')
    for (const chunk of chunks) options.contained?.modules.add(options.contained.part, modulesOf(chunk))
    return chunks
  } catch (error) {
    throw error instanceof BuildFailure ? error : new BuildFailure(bundlerProblems(error), { cause: error })
  }
}

/** A module with nothing of a source, which only passes on what others export, has no map. */
function partsOf({ code, map }: OutputChunk): Bundle {
  const { sources, names, mappings } = map ?? { sources: [], names: [], mappings: '' }
  return { code, map: { sources, names, mappings } }
}

/** The bundler is told of the modules beforehand: to ask for each of thousands takes a quarter of the time of a bundle. */
function replaceModules(replaced: ReadonlyMap<string, string>): Plugin {
  const id = [...replaced.keys()].map((path) => new RegExp(`^${RegExp.escape(path)}$`))
  return {
    name: 'host:replace-modules',
    load: { filter: { id }, handler: (path) => replaced.get(path) ?? null },
  }
}

function publicPath(path: string, roots: ReadonlyMap<string, string>): string {
  for (const [root, name] of roots) {
    const inside = relative(root, path)
    if (!inside.startsWith('..')) return join(name, inside).split(sep).join('/')
  }
  return 'elsewhere'
}
