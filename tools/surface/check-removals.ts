/**
 * A published member is removed only as `docs/versioning.md` says: deprecated, kept for two more minor versions, and
 * removed in a major one.
 */
import type { PublishedSurface } from './published-surface.ts'
import type { Surface } from './surface-of.ts'

const minorsToLive = 2

/** A surface as it was published, as it is now, and the version in which it would be published next. */
export type SurfaceChange = {
  readonly published: PublishedSurface
  readonly current: Surface
  readonly next: string
}

/** A sentence for each thing that was published and is gone against the rule. */
export function checkRemovals({ published, current, next }: SurfaceChange): readonly string[] {
  return Object.entries(published.doors).flatMap(([door, exports]) => {
    return Object.entries(exports).flatMap(([name, paths]) =>
      removedPaths(paths, current.get(door)?.get(name)).flatMap((path) => {
        const reason = refusal(published, name + path, next)
        return reason === undefined ? [] : [`${name}${path} of ${door} is gone, ${reason}`]
      }),
    )
  })
}

/** The removed paths, without their descendants. */
function removedPaths(paths: string, left: ReadonlyMap<string, unknown> | undefined): readonly string[] {
  if (left === undefined) return ['']
  const gone = paths.split(' ').filter((path) => path !== '' && !left.has(path))
  return gone.filter((path) => !gone.some((other) => isBelow(path, other)))
}

function isBelow(path: string, other: string): boolean {
  return path !== other && path.startsWith(other) && /^[.(=]/.test(path.slice(other.length))
}

function refusal({ version, deprecated }: PublishedSurface, path: string, next: string): string | undefined {
  const [, since] = Object.entries(deprecated).find(([each]) => each === path || isBelow(path, each)) ?? []
  if (since === undefined) return `and ${version} did not call it deprecated; put it back and deprecate it first`
  const [sinceMajor, sinceMinor] = numbers(since)
  const [major, minor] = numbers(version)
  if (major === sinceMajor && minor < sinceMinor + minorsToLive) {
    return `deprecated since ${since}, and is to be there in ${sinceMajor}.${sinceMinor + minorsToLive} too`
  }
  if (numbers(next)[0] > major) return undefined
  return `deprecated since ${since}, and goes with ${major + 1}.0.0, not with ${next}`
}

function numbers(version: string): readonly [major: number, minor: number] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}
