/**
 * The surface of a package as it was published, recorded in `published.json` beside its `api.md`, so that the history
 * of the repository isn't needed.
 */
import type { Surface } from './surface-of.ts'

/** Content of the file. The paths of an export are one text, so that it has one line. */
export type PublishedSurface = {
  readonly version: string
  readonly doors: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Versions since which used members are deprecated, by export and path. */
  readonly deprecated: Readonly<Record<string, string>>
}

/** The record of a surface. */
export function publishedSurface(version: string, surface: Surface): PublishedSurface {
  const doors = [...surface].map(([door, names]) => {
    const exports = [...names].map(([name, paths]) => [name, [...paths.keys()].slice(1).toSorted().join(' ')] as const)
    return [door, sortedRecord(exports)] as const
  })
  const deprecated = deprecatedIn(surface).map(({ path, since }) => [path, since ?? version] as const)
  return { version, doors: sortedRecord(doors), deprecated: sortedRecord(deprecated) }
}

/** Everything that a surface calls deprecated, once each. */
export function deprecatedIn(
  surface: Surface,
): readonly { readonly path: string; readonly since: string | undefined }[] {
  const found = [...surface.values()].flatMap((names) =>
    [...names].flatMap(([name, paths]) =>
      [...paths].flatMap(([path, { isDeprecated, since }]) => (isDeprecated ? [{ path: name + path, since }] : [])),
    ),
  )
  return [...new Map(found.map((each) => [each.path, each])).values()]
}

/** As it is written. */
export function recordText(record: PublishedSurface): string {
  return `${JSON.stringify(record, undefined, 2)}\n`
}

function sortedRecord<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
