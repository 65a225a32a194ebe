const mostPaths = 20
const longestPath = 150

/** @throws TypeError for values that aren't paths of the API */
export function requirePaths(paths: readonly string[]): void {
  const wrong = paths.find((path) => !/^\/api(?:\/[\w.~-]+)*$/.test(path) || path.length > longestPath)
  if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} is not an API path; use "/api/x/...".`)
  if (paths.length > mostPaths) {
    throw new TypeError(`${paths.length} paths are too many; publish at most ${mostPaths} at once.`)
  }
}
