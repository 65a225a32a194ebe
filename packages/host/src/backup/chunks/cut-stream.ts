/**
 * Cuts a stream into chunks at places that its content decides: after a change, the same places are found again behind it,
 * so a later backup stores the changed chunks alone. The rolling hash is "gear" (Xia et al., FastCDC, USENIX ATC 2016).
 */
import { largestChunk } from './chunk-box.ts'

const smallestChunk = 512 * 1024
/** 20 bits: a cut about every 1 MiB behind the smallest size. The upper bits depend on the last 32 bytes. */
const mask = 0xff_ff_f0_00 | 0

/** Numbers without a pattern. They never change: with another table, all chunks would be cut at other places. */
const gear = gearTable()

function gearTable(): Int32Array {
  const table = new Int32Array(256)
  let state = 0x9e37_79b9
  for (let at = 0; at < table.length; at += 1) {
    // xorshift32 (Marsaglia, 2003).
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    table[at] = state
  }
  return table
}

/**
 * Memory of chunks, used again and again: collected as garbage, it would stay with the process long after its use, and a
 * backup would take a multiple of it.
 */
export class ChunkBuffers {
  readonly #free: Uint8Array<ArrayBuffer>[] = []

  take(): Uint8Array<ArrayBuffer> {
    return this.#free.pop() ?? new Uint8Array(largestChunk)
  }

  /** @param chunk one that `cutStream` yielded, which is not read any more */
  give(chunk: Uint8Array<ArrayBuffer>): void {
    this.#free.push(new Uint8Array(chunk.buffer))
  }
}

/**
 * Yields chunks of 512 KiB to 4 MiB, the last one possibly shorter. Each is the receiver's own until it gives it back.
 * @param stream its parts are read before the next one is taken
 */
export async function* cutStream(
  stream: AsyncIterable<Uint8Array>,
  buffers: ChunkBuffers,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunk = buffers.take()
  let [length, hash] = [0, 0]
  for await (const part of stream) {
    for (let at = 0; at < part.length;) {
      const taken = part.subarray(at, at + largestChunk - length)
      const found = cutIn(taken, length, hash)
      chunk.set(found.isCut ? taken.subarray(0, found.end) : taken, length)
      length += found.end
      hash = found.hash
      at += found.end
      if (!found.isCut && length < largestChunk) continue
      yield chunk.subarray(0, length)
      chunk = buffers.take()
      ;[length, hash] = [0, 0]
    }
  }
  if (length > 0) yield chunk.subarray(0, length)
  else buffers.give(chunk)
}

/** The first place to cut, behind the smallest size. @param length bytes that are before these in the chunk */
function cutIn(bytes: Uint8Array, length: number, before: number): { end: number; hash: number; isCut: boolean } {
  let hash = before
  const start = Math.max(0, smallestChunk - length)
  for (let at = Math.min(start, bytes.length); at < bytes.length; at += 1) {
    hash = ((hash << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0
    if ((hash & mask) === 0) return { end: at + 1, hash, isCut: true }
  }
  return { end: bytes.length, hash, isCut: false }
}
