import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSourceModule } from './source-module.ts'
import { inTreeHalf, type Composition } from './web-half.ts'

/** Says which file a specifier means. */
export interface Resolver {
  resolve(specifier: string, importer: string): Promise<{ readonly id: string } | null>
}

/** The modules that list the in-tree plugins. */
export interface Editions {
  /** Relative to the root. */
  readonly modules: readonly string[]
  /** Texts in place of their files, by absolute path. */
  readonly replaced: ReadonlyMap<string, string>
}

/** The texts in the file that `HOST_EDITIONS` names, which leave plugins out; none when it names no file. */
export function readReplaced(file = ''): ReadonlyMap<string, string> {
  if (file === '') return new Map()
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>))
}

/**
 * Reads the in-tree plugins from the editions: an import from `<package>/web` is a web half, and an import from
 * `<package>/server` is a server half. No plugin has to be listed twice.
 */
export async function readEditions(
  resolver: Resolver,
  root: string,
  editions: Editions,
): Promise<Pick<Composition, 'halves' | 'serverEntries'>> {
  const files = editions.modules.map((edition) => join(root, edition))
  const imported = await Promise.all(files.map((file) => resolveHalves(resolver, file, editions.replaced.get(file))))
  const entries = imported.flat()
  return {
    halves: entries.filter(({ half }) => half === 'web').map(({ entry }) => inTreeHalf(entry)),
    serverEntries: entries
      .filter(({ half }) => half === 'server')
      .map(({ entry }) => ({ name: inTreeHalf(entry).name, entry })),
  }
}

interface ImportedHalf {
  readonly half: string
  readonly entry: string
}

async function resolveHalves(
  resolver: Resolver,
  edition: string,
  text = readFileSync(edition, 'utf8'),
): Promise<ImportedHalf[]> {
  const { bindings } = readSourceModule(edition, text)
  const specifiers = [...new Set([...bindings.values()].map(({ specifier }) => specifier))]
  const found = await Promise.all(
    specifiers.map(async (specifier) => {
      const half = /^[^.].*\/(web|server)$/.exec(specifier)?.[1]
      if (half === undefined) return []
      const resolved = await resolver.resolve(specifier, edition)
      if (resolved === null) throw new Error(`${edition} imports ${specifier}, which is not installed.`)
      return [{ half, entry: resolved.id }]
    }),
  )
  return found.flat()
}
