/**
 * The pattern and decoded wildcards of a request as one text, so that `/a/%41` and `/a/A` name the same entry.
 *
 * The segments decide which pattern matches, and the text keeps them apart, so without a remainder it stands for the
 * pattern too. A remainder (`{rest...}`, or a subtree) may be spelled with escaped slashes that match another pattern, so
 * it is followed by NUL, which no path holds, and its pattern.
 *
 * A path without escapes and without a remainder is its own name. Processes of before named every entry by that path, so
 * old and new processes on one database find each other's entries.
 */

/** @param path raw, without its query @param pattern the one that matched, with or without its method */
export function endpointName(path: string, pattern: string): string {
  const heads = headsBefore(pattern)
  if (heads !== undefined) return `${decodeSegments(path, heads)}\0${pattern.slice(pattern.indexOf('/'))}`
  return path.includes('%') ? decodeSegments(path, Number.POSITIVE_INFINITY) : path
}

/** How many segments stand before the remainder of a pattern; undefined when it has none. */
function headsBefore(pattern: string): number | undefined {
  const segments = pattern.slice(pattern.indexOf('/') + 1).split('/')
  const last = segments.at(-1) ?? ''
  return last === '' || last.endsWith('...}') ? segments.length - 1 : undefined
}

/** Decodes a path; a slash inside one of the first segments stays escaped, as it separates nothing. */
function decodeSegments(path: string, heads: number): string {
  return path
    .split('/')
    .map((part, place) => (place <= heads ? escapeSlashes(decodeURIComponent(part)) : decodeURIComponent(part)))
    .join('/')
}

function escapeSlashes(segment: string): string {
  return segment.replaceAll('%', '%25').replaceAll('/', '%2F')
}
