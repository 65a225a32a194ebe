import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import type { ModuleReader } from './module-reader.ts'
import type { SourceModule } from './source-module.ts'

/** Everything that an entry reaches by relative imports. */
export interface ModuleGraph {
  readonly modules: ReadonlyMap<string, SourceModule>
  /** Style sheets, by path. */
  readonly styles: ReadonlyMap<string, string>
  /** Problems of reading the modules, in sentences. */
  readonly problems: readonly string[]
}

const code = new Set(['.ts', '.tsx', '.js', '.jsx', '.mjs', '.mts'])

/** Reads an entry and everything below it, without running any of it. */
export function readModuleGraph(entry: string, readModule: ModuleReader): ModuleGraph {
  const modules = new Map<string, SourceModule>()
  const styles = new Map<string, string>()
  const problems: string[] = []
  const waiting = [entry]
  const seen = new Set<string>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    if (extname(path) === '.css') styles.set(path, readFileSync(path, 'utf8'))
    if (!code.has(extname(path))) continue
    try {
      const module = readModule(path)
      modules.set(path, module)
      waiting.push(
        ...[...module.imports, ...module.lazyImports].flatMap((specifier) => resolveRelative(path, specifier) ?? []),
      )
    } catch (error) {
      problems.push(`${path} can not be read: ${(error as Error).message}.`)
    }
  }
  return { modules, styles, problems }
}

/** The file that a relative specifier means; the compiler writes `.js` where the source is `.ts`. */
export function resolveRelative(from: string, specifier: string): string | undefined {
  const path = join(dirname(from), specifier)
  const bare = path.replace(/\.js$/, '')
  const candidates = [
    path,
    ...['.ts', '.tsx', '.js', '.jsx'].flatMap((ending) => [bare + ending, join(path, `index${ending}`)]),
  ]
  return candidates.find((one) => existsSync(one) && statSync(one).isFile())
}
