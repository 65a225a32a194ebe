/**
 * Runs the bundler on one entry, for `bundle-module.ts` and `bundle-modules.ts`.
 *
 * Invariant: the same sources give the same bytes, wherever the checkout and the copies of the plugins stand. So paths
 * leave through `roots` only (a source map names `packages/host/src/...`, never a folder of this machine), and nothing
 * else that differs between two machines may enter.
 */
import { join, relative, resolve, sep } from 'node:path'
import { rolldown, type OutputChunk, type OutputOptions, type Plugin } from 'rolldown'
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

/** Runs the bundler. @throws BuildFailure with its sentence */
export async function runBundler(options: BundleOptions, output: OutputOptions): Promise<OutputChunk[]> {
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

/** The code and the map of a module. One that only passes on what others export has no map. */
export function partsOf({ code, map }: OutputChunk): Bundle {
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

/** The name of a source outside of this machine. */
export function publicPath(path: string, roots: ReadonlyMap<string, string>): string {
  for (const [root, name] of roots) {
    const inside = relative(root, path)
    if (!inside.startsWith('..')) return join(name, inside).split(sep).join('/')
  }
  return 'elsewhere'
}
