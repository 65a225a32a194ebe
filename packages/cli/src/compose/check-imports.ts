import { isBuiltin } from 'node:module'
import type { Finding } from './module-facts.ts'
import { place } from './read-modules.ts'
import type { Half } from './read-half.ts'

/**
 * Imports of packages that the half does not declare: they would be found on one machine and missing on the next.
 * @param alsoKnown names that are in reach without being declared, such as a web half's own server half
 */
export function checkImports(half: Half, alsoKnown: readonly string[], allowBuiltins: boolean): string[] {
  const { manifest, modules, home } = half
  const known = new Set([manifest.name, ...alsoKnown, ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies })])
  const foreign = ({ what }: Finding): boolean => !/^[./#]/.test(what) && !known.has(packageOf(what)) && !(allowBuiltins && isBuiltin(what))
  return [...modules.modules].flatMap(([path, { imports }]) => imports.filter(foreign).map((finding) => {
    const said = `imports ${JSON.stringify(finding.what)} in ${place(home, path, finding)}`
    if (isBuiltin(finding.what)) return `${said}, which a browser has not: move that work to the server half`
    return `${said} and does not declare it: add "${packageOf(finding.what)}" to its "dependencies"`
  }))
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
