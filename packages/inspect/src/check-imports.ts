import { isBuiltin } from 'node:module'
import { platformEntry } from './platform-imports.ts'
import { place } from './read-modules.ts'
import type { Half } from './read-half.ts'

/** Imports that a half may use without declaring them: its range of the contract is checked elsewhere. */
export interface Reach {
  readonly packages: readonly string[]
  readonly builtins: boolean
}

/**
 * Imports that a half does not declare, which would be found on one machine and missing on the next. Those of the
 * contract's part for in-tree plugins are reported with their types, apart.
 */
export function checkImports(half: Half, { packages, builtins }: Reach): string[] {
  const { manifest, modules, home, dir } = half
  const known = new Set([
    ...packages,
    manifest.name,
    ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }),
  ])
  const own = [...modules.modules].filter(([path]) => path.startsWith(`${dir}/`))
  return own.flatMap(([path, { imports }]) =>
    imports.flatMap((finding) => {
      if (finding.what === platformEntry) return []
      const wanted = packageOf(finding.what)
      if (/^[./#]/.test(finding.what) || known.has(wanted) || (builtins && isBuiltin(finding.what))) return []
      return [
        `imports ${JSON.stringify(finding.what)} in ${place(home, path, finding)}${advice(finding.what, packages)}`,
      ]
    }),
  )
}

function advice(specifier: string, packages: readonly string[]): string {
  if (isBuiltin(specifier)) return ', which is not available in browsers: move that code to the server half'
  if (specifier.startsWith('@host/')) return `, which plugins can't use: build it with ${packages.join(', ')}`
  return ` and does not declare it: add ${JSON.stringify(packageOf(specifier))} to its "dependencies"`
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
