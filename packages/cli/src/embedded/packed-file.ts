import { constants, zstdDecompressSync } from 'node:zlib'

/** Bytes of the size that stands before the content. */
export const packedHead = 4

/** Reads what `packFile` wrote. */
export function unpackFile(packed: Uint8Array): Buffer {
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(0)
  // One byte of room tells the end of the content from a full piece, so that there is one piece.
  return zstdDecompressSync(packed.subarray(packedHead), { chunkSize: Math.max(constants.Z_MIN_CHUNK, size + 1) })
}
