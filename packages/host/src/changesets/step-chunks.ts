/** Steps as they are stored and hashed: in chunks of canonical JSON. */
import { createHash } from 'node:crypto'
import type { ChangeStep } from '@host/plugin'
import { canonicalJson } from './canonical-json.ts'
import type { PartTarget } from './plugin-calls.ts'

const chunkSteps = 100
const chunkLength = 64 * 1024

/** Some steps of one part. */
export interface StepChunk {
  readonly part: number
  /** The first step of the chunk, counted over all parts. */
  readonly position: number
  readonly count: number
  /** Canonical JSON: an array of `[key, before, after]`. */
  readonly steps: string
}

/** A part with the version of the target that its plan saw. */
export interface VersionedPart extends PartTarget {
  readonly version: number
}

/** The chunks of the steps of all parts, in their order. */
export function chunksOf(parts: readonly { readonly steps: readonly ChangeStep[] }[]): readonly StepChunk[] {
  let position = 0
  return parts.flatMap(({ steps }, part) =>
    textChunks(steps).map((texts) => {
      const chunk = { part, position, count: texts.length, steps: `[${texts.join(',')}]` }
      position += texts.length
      return chunk
    }),
  )
}

/** The steps of a chunk. */
export function stepsOf({ steps }: Pick<StepChunk, 'steps'>): readonly ChangeStep[] {
  const stored = JSON.parse(steps) as readonly (readonly [string, unknown, unknown])[]
  return stored.map(([key, before, after]) => ({ key, before, after }))
}

/** SHA-256 of parts, the versions of their targets, and their steps; in hex. */
export function hashOf(parts: readonly VersionedPart[], chunks: readonly Pick<StepChunk, 'part' | 'steps'>[]): string {
  const hash = createHash('sha256')
  for (const { plugin, kind, target, version } of parts) {
    hash.update(`${canonicalJson([plugin, kind, target, version])}\n`)
  }
  for (const { part, steps } of chunks) hash.update(`${part} ${steps}\n`)
  return hash.digest('hex')
}

function textChunks(steps: readonly ChangeStep[]): readonly (readonly string[])[] {
  const chunks: string[][] = []
  let [chunk, length] = [[] as string[], Number.POSITIVE_INFINITY]
  for (const { key, before, after } of steps) {
    const text = canonicalJson([key, before, after])
    if (length + text.length > chunkLength || chunk.length === chunkSteps) {
      chunk = []
      length = 0
      chunks.push(chunk)
    }
    chunk.push(text)
    length += text.length
  }
  return chunks
}
