import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import type { BundleMap } from './bundle.ts'

/** Mappings that are decoded together. */
const blockSize = 64

/**
 * Writes a source map so that a place is found without decoding the rest: a head in JSON that says at which line and
 * column each block of mappings begins and at which byte it ends, a line break, and the blocks, each encoded by itself.
 * `mapped-stacks.ts` reads it.
 */
export function packMap({ sources, mappings }: BundleMap): Buffer {
  const head = { sources, lines: Array<number>(), columns: Array<number>(), ends: Array<number>() }
  const blocks: string[] = []
  let end = 0
  for (const [line, segments] of decode(mappings).entries()) {
    for (const block of blocksOf(segments)) {
      const text = encode([block.map(withoutName)])
      blocks.push(text)
      head.lines.push(line)
      head.columns.push(block[0]?.[0] ?? 0)
      head.ends.push((end += text.length))
    }
  }
  return Buffer.from(`${JSON.stringify(head)}\n${blocks.join('')}`)
}

function blocksOf(segments: readonly SourceMapSegment[]): SourceMapSegment[][] {
  const count = Math.ceil(segments.length / blockSize)
  return Array.from({ length: count }, (_, place) => segments.slice(place * blockSize, (place + 1) * blockSize))
}

/** Names of the sources would need the place of each function's own name. */
function withoutName(segment: SourceMapSegment): SourceMapSegment {
  return segment.length === 5 ? [segment[0], segment[1], segment[2], segment[3]] : segment
}
