/**
 * Bundles one entry into one ES module that runs inside the executable.
 *
 * Invariant: the same sources give the same bytes, wherever the checkout and the copies of the plugins stand. So paths
 * leave through `roots` only (a source map names `packages/host/src/...`, never a folder of this machine), and nothing
 * else that differs between two machines may enter.
 */
import { join, relative, resolve, sep } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
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
const optional = new Set(['pg-native'])

/** One module that brings its source map along. @throws BuildFailure with the bundler's sentence */
export async function bundleModule(options: BundleOptions): Promise<string> {
  const { code, map } = await bundleParts(options)
  const text = Buffer.from(JSON.stringify({ version: 3, ...map })).toString('base64')
  // On a line of its own: Node prints the line of an error.
  return `${code}\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${text}`
}

/** One module, and its source map apart. @throws BuildFailure with the bundler's sentence */
export async function bundleParts(options: BundleOptions): Promise<Bundle> {
  const outDir = join(options.cwd, 'bundle')
  try {
    const bundle = await rolldown({
      cwd: options.cwd,
      input: options.entry,
      platform: 'node',
      external: (id) => optional.has(id),
      resolve: { conditionNames: ['source', 'node', 'default'] },
      plugins: [replaceModules(options.replaced ?? new Map()), options.watch],
      onLog: (_level, log) => {
        if (log.code === 'UNRESOLVED_IMPORT') throw new BuildFailure(bundlerProblems(log))
      },
    })
    const { output } = await bundle.generate({
      dir: outDir,
      format: 'esm',
      minify: options.isPlain !== true,
      codeSplitting: false,
      comments: false,
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
      sourcemapPathTransform: (source) => publicPath(resolve(outDir, source), options.roots),
    })
    await bundle.close()
    const [chunk] = output
    const { code, map } = chunk
    if (map === null) throw new Error('The bundler wrote no source map.')
    options.contained?.modules.add(options.contained.part, modulesOf(chunk))
    return { code, map: { sources: map.sources, names: map.names, mappings: map.mappings } }
  } catch (error) {
    throw error instanceof BuildFailure ? error : new BuildFailure(bundlerProblems(error), { cause: error })
  }
}

function replaceModules(replaced: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'host:replace-modules',
    load: (id) => replaced.get(id) ?? null,
  }
}

function publicPath(path: string, roots: ReadonlyMap<string, string>): string {
  for (const [root, name] of roots) {
    const inside = relative(root, path)
    if (!inside.startsWith('..')) return join(name, inside).split(sep).join('/')
  }
  return 'elsewhere'
}
