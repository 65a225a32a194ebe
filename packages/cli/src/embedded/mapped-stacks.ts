/**
 * Names the sources in stacks of the executable. Node's own way keeps the whole map in memory and spends a third of a
 * second on the first error; this decodes the few mappings around each place of a stack.
 */
import { inflateRawSync } from 'node:zlib'
import { decode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'

/** Finds the source of a line and a column of a script, all from 1: `packages/host/src/x.ts:3:5`. */
export type FindSource = (line: number, column: number) => string | undefined

/** The blocks of a packed map that are compressed together: some 16 KB. */
export const blocksPerPart = 64

/** Where the blocks of a packed map are. */
export interface MapHead {
  readonly sources: readonly string[]
  /** Where each block begins in the script, from 0. */
  readonly lines: readonly number[]
  readonly columns: readonly number[]
  /** Where each block ends in the text of its part. */
  readonly ends: readonly number[]
  /** Where each part ends, after the head. */
  readonly parts: readonly number[]
}

/**
 * From now on stacks name the sources of the scripts that have a map.
 * @param load reads the packed map of a script by its name in stacks, at the first stack that needs it
 */
export function mapStacks(load: (script: string) => Uint8Array | undefined): void {
  const opened = new Map<string, FindSource>()
  const open = (script: string): FindSource => {
    const packed = load(script)
    const find = packed === undefined ? unknown : openMap(packed)
    opened.set(script, find)
    return find
  }
  Error.prepareStackTrace = (error, sites) => {
    const frames = sites.map((site) => {
      // oxlint-disable-next-line typescript/no-base-to-string -- V8 writes a frame by it.
      const frame = site.toString()
      const script = site.getScriptNameOrSourceURL() ?? ''
      const find = opened.get(script) ?? open(script)
      const place = find(site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0)
      return `    at ${place === undefined ? frame : frame.replace(/[^\s()]*:\d+:\d+(?=\)?$)/, place)}`
    })
    return [String(error), ...frames].join('\n')
  }
}

const unknown: FindSource = () => undefined

/** Reads what `packMap` wrote. */
export function openMap(packed: Uint8Array): FindSource {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const start = bytes.indexOf(10) + 1
  const headEnd = start + Number(bytes.toString('latin1', 0, start))
  const head = JSON.parse(inflateRawSync(bytes.subarray(start, headEnd)).toString('utf8')) as MapHead
  const readPart = (part: number): string =>
    inflateRawSync(bytes.subarray(headEnd + (head.parts[part - 1] ?? 0), headEnd + (head.parts[part] ?? 0))).toString(
      'latin1',
    )
  return (line, column) => {
    const block = lastBlock(head, line - 1, column - 1)
    if (block < 0 || head.lines[block] !== line - 1) return undefined
    const isFirst = block % blocksPerPart === 0
    const from = isFirst ? 0 : head.ends[block - 1]
    const [segments = []] = decode(readPart(Math.floor(block / blocksPerPart)).slice(from, head.ends[block]))
    const segment = segments.findLast(([begins]) => begins < column)
    return segment === undefined ? undefined : placeOf(segment, head)
  }
}

/** The last block that begins at a place or before it, by halving; -1 when all begin after it. */
function lastBlock({ lines, columns }: MapHead, line: number, column: number): number {
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

function placeOf([, source, line, column]: SourceMapSegment, { sources }: MapHead): string | undefined {
  if (source === undefined || line === undefined || column === undefined) return undefined
  return `${sources[source] ?? ''}:${line + 1}:${column + 1}`
}
