/** The package that a module belongs to, when that is a dependency. */
export function dependencyOf(path: string): string | undefined {
  return /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
}

/** Where a module of a dependency is, from the name of the package. */
export function placeBelow(path: string, owner: string): string {
  return path.slice(path.lastIndexOf(`/${owner}/`) + 1)
}
