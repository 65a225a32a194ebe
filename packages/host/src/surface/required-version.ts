import semver from 'semver'

/**
 * The least version that a release with breaking changes may have: the next major one, or before 1.0 the next minor one.
 * Undefined where the new version says so already.
 * @param from the version before @param to the version of the release
 * @throws SyntaxError for a text that is not a version
 */
export function requiredVersion(from: string, to: string): string | undefined {
  const [before, after] = [parse(from), parse(to)]
  const part = before.major === 0 ? 'minor' : 'major'
  const next = semver.inc(`${before.major}.${before.minor}.${before.patch}`, part) ?? ''
  // A prerelease of the next version says so too.
  const release = `${after.major}.${after.minor}.${after.patch}`
  return semver.lt(release, next) ? next : undefined
}

function parse(version: string): semver.SemVer {
  const parsed = semver.parse(version)
  if (parsed !== null) return parsed
  throw new SyntaxError(`has the version ${JSON.stringify(version)}, which is not a semantic version such as 1.2.0`)
}
