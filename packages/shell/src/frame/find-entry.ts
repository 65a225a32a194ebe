/** The entry that a path belongs to: its own, or the longest announced path before it. */
export function findEntry<Entry extends { readonly path: string }>(
  entries: readonly Entry[],
  path: string,
): Entry | undefined {
  return entries
    .filter((entry) => entry.path === path || (entry.path !== '/' && path.startsWith(`${entry.path}/`)))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}
