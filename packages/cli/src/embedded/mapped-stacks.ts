/**
 * Names the sources in stacks of the executable. Node's own way keeps the whole map in memory and spends a third of a
 * second on the first error; this decodes the few mappings around each place of a stack.
 */
import { decode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'

/** Finds the source of a line and a column of the bundle, all from 1: `packages/host/src/x.ts:3:5`. */
export type FindSource = (line: number, column: number) => string | undefined

interface Head {
  readonly sources: readonly string[]
  readonly lines: readonly number[]
  readonly columns: readonly number[]
  readonly ends: readonly number[]
}

/**
 * From now on stacks name the sources of a script.
 * @param script the script's name in stacks
 * @param load reads the packed map, at the first stack that needs it
 */
export function mapStacks(script: string, load: () => Uint8Array): void {
  let find: FindSource | undefined
  Error.prepareStackTrace = (error, sites) => {
    const frames = sites.map((site) => {
      // oxlint-disable-next-line typescript/no-base-to-string -- V8 writes a frame by it.
      const frame = site.toString()
      if (site.getScriptNameOrSourceURL() !== script) return `    at ${frame}`
      find ??= openMap(load())
      const place = find(site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0)
      return `    at ${place === undefined ? frame : frame.replace(/[^\s()]*:\d+:\d+(?=\)?$)/, place)}`
    })
    return [String(error), ...frames].join('\n')
  }
}

/** Reads what `packMap` wrote. */
export function openMap(packed: Uint8Array): FindSource {
  const text = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const start = text.indexOf(10) + 1
  const head = JSON.parse(text.toString('utf8', 0, start)) as Head
  return (line, column) => {
    const block = lastBlock(head, line - 1, column - 1)
    if (block < 0 || head.lines[block] !== line - 1) return undefined
    const [from = 0, to = from] = [head.ends[block - 1], head.ends[block]]
    const [segments = []] = decode(text.toString('latin1', start + from, start + to))
    const segment = segments.findLast(([begins]) => begins < column)
    return segment === undefined ? undefined : placeOf(segment, head)
  }
}

/** The last block that begins at a place or before it, by halving; -1 when all begin after it. */
function lastBlock({ lines, columns }: Head, line: number, column: number): number {
  let [low, high] = [-1, lines.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const at = lines[middle] ?? 0
    const isAfter = at > line || (at === line && (columns[middle] ?? 0) > column)
    if (isAfter) high = middle - 1
    else low = middle
  }
  return low
}

function placeOf([, source, line, column]: SourceMapSegment, { sources }: Head): string | undefined {
  if (source === undefined || line === undefined || column === undefined) return undefined
  return `${sources[source] ?? ''}:${line + 1}:${column + 1}`
}
