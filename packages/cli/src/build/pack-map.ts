import { deflateRawSync } from 'node:zlib'
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import type { BundleMap } from './bundle.ts'
import { blocksPerPart, type MapHead } from '../embedded/mapped-stacks.ts'

/** Mappings that are decoded together. */
const blockSize = 64

/**
 * Writes a source map so that a place is found without reading the rest: a line with the size of the head, the head in
 * JSON, and the parts, each compressed by itself. The head says at which line and column each block of mappings begins, at
 * which byte of its part it ends, and at which byte each part ends. `mapped-stacks.ts` reads it.
 */
export function packMap({ sources, mappings }: BundleMap): Buffer {
  const head = {
    sources,
    lines: Array<number>(),
    columns: Array<number>(),
    ends: Array<number>(),
    parts: Array<number>(),
  }
  const blocks: string[] = []
  const parts: Buffer[] = []
  let [textEnd, partEnd] = [0, 0]
  const closePart = (): void => {
    const part = deflateRawSync(blocks.splice(0).join(''), { level: 9 })
    parts.push(part)
    head.parts.push((partEnd += part.length))
    textEnd = 0
  }
  for (const [line, segments] of decode(mappings).entries()) {
    for (const block of blocksOf(segments)) {
      const text = encode([block.map(withoutName)])
      blocks.push(text)
      head.lines.push(line)
      head.columns.push(block[0]?.[0] ?? 0)
      head.ends.push((textEnd += text.length))
      if (blocks.length === blocksPerPart) closePart()
    }
  }
  closePart()
  const packed = deflateRawSync(JSON.stringify(head satisfies MapHead), { level: 9 })
  return Buffer.concat([Buffer.from(`${packed.length}\n`), packed, ...parts])
}

function blocksOf(segments: readonly SourceMapSegment[]): SourceMapSegment[][] {
  const count = Math.ceil(segments.length / blockSize)
  return Array.from({ length: count }, (_, place) => segments.slice(place * blockSize, (place + 1) * blockSize))
}

/** Names of the sources would need the place of each function's own name. */
function withoutName(segment: SourceMapSegment): SourceMapSegment {
  return segment.length === 5 ? [segment[0], segment[1], segment[2], segment[3]] : segment
}
