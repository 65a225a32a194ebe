const mostPaths = 20
const longestPath = 150

/** @throws TypeError for values that aren't paths of the API */
export function requirePaths(paths: readonly string[]): void {
  const wrong = paths.find((path) => !/^\/api(?:\/[\w.~-]+)*$/.test(path) || path.length > longestPath)
  if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} is not a path of the API; write "/api/x/...".`)
  if (paths.length > mostPaths) {
    throw new TypeError(`${paths.length} paths were announced at once; announce at most ${mostPaths}.`)
  }
}
