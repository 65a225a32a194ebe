import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import type { Bundle } from './bundle.ts'

/** A part of a line of the code, and its new text, which has no line break either. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** One edit in its line. */
interface Growth {
  readonly column: number
  readonly by: number
}

/**
 * The code with other texts in some places, and the places of its map moved along.
 * @param edits in the order of their places, apart from each other
 */
export function editBundle({ code, map }: Bundle, edits: readonly Edit[]): Bundle {
  const growths: Growth[][] = [[]]
  let [kept, lineStart, lineEnd] = [0, 0, endOfLine(code, 0)]
  let edited = ''
  for (const { start, end, text } of edits) {
    for (; lineEnd < start; lineEnd = endOfLine(code, lineStart)) {
      lineStart = lineEnd + 1
      growths.push([])
    }
    growths.at(-1)?.push({ column: start - lineStart, by: text.length - (end - start) })
    edited += code.slice(kept, start) + text
    kept = end
  }
  const moved = decode(map.mappings).map((segments, line) => moveColumns(segments, growths[line] ?? []))
  return { code: edited + code.slice(kept), map: { ...map, mappings: encode(moved) } }
}

function endOfLine(code: string, from: number): number {
  const found = code.indexOf('\n', from)
  return found < 0 ? Infinity : found
}

function moveColumns(segments: readonly SourceMapSegment[], growths: readonly Growth[]): SourceMapSegment[] {
  let [next, by] = [0, 0]
  return segments.map(([column, ...rest]) => {
    for (; (growths[next]?.column ?? Infinity) < column; next++) by += growths[next]?.by ?? 0
    return [column + by, ...rest] as SourceMapSegment
  })
}
