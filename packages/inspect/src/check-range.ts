import semver from 'semver'
import type { Half } from './read-half.ts'

/** The problem of a half's range for a package of the host; `undefined` when it fits. */
export function checkRange(half: Half, name: string, version: string): string | undefined {
  const { manifest } = half
  const write = `set "peerDependencies": {"${name}": "^${version}"}`
  const bundled = manifest.dependencies[name] ?? manifest.optionalDependencies[name]
  if (bundled !== undefined) return `has ${name} in "dependencies", which would bundle a second copy: ${write}`
  const range = manifest.peerDependencies[name]
  if (range === undefined) return `does not state the ${name} version it was built for: ${write}`
  if (semver.validRange(range) === null) {
    return `states ${JSON.stringify(range)} for ${name}, which is not a version range: ${write}`
  }
  if (semver.satisfies(version, range)) return undefined
  return `was built for ${name} ${range} and this host has ${version}: update the plugin, then ${write}`
}
