import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A published package, by its folder. */
export type ContractPackage = { readonly folder: string }

export const contractPackages: readonly ContractPackage[] = [
  { folder: 'packages/plugin' },
  { folder: 'packages/plugin-sdk' },
  { folder: 'packages/client' },
  { folder: 'packages/testing' },
]

/** A private package whose declarations are packed with the packages that pass them on, by the name of its modules. */
const inlined = { name: '@host/platform-api/', folder: 'packages/platform-api/src/' } as const

/** The source of a module that a contract package imports: of its own package, or of one that is packed with it. */
export function sourceOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return specifier.startsWith(inlined.name) ? `${inlined.folder}${specifier.slice(inlined.name.length)}.ts` : undefined
}

/** Internal entry points: those of the shells, of the build, and a script. They change with the host. */
export const hostOnly: ReadonlySet<string> = new Set([
  '@host/plugin-sdk/shell',
  '@host/plugin-sdk/vite',
  '@host/plugin/outbound-policy',
  '@host/testing/plugin-test',
])

/** Entry points of in-tree plugins: in the reference, apart, and not frozen, since they change with the host. */
export const inTreeOnly: ReadonlySet<string> = new Set(['@host/plugin/platform'])

/** The relevant fields of a package's manifest. */
export type Manifest = {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string | { readonly source: string }>>
}

/** The manifest of a package, by its folder below a root. */
export function readManifest(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
}

/**
 * The entry points of a package: the source behind each import name. They come from the manifest's exports, so that a
 * new one can't be forgotten.
 */
export function doorsOf(
  folder: string,
  { name, exports }: Pick<Manifest, 'name' | 'exports'>,
): ReadonlyMap<string, string> {
  const doors = Object.entries(exports).flatMap(([key, target]) =>
    typeof target === 'string' ? [] : [[posix.join(name, key), posix.join(folder, target.source)] as const],
  )
  return new Map(doors)
}

/** Where the compiler writes the declarations of a source. */
export function declarationOf(source: string): string {
  return source.replace(/\.tsx?$/, '.d.ts')
}
