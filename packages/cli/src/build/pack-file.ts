import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { packedHead } from '../embedded/packed-file.ts'

const compress = promisify(zstdCompress)
/** Higher levels take ten times as long. */
const level = { params: { [constants.ZSTD_c_compressionLevel]: 9 } }

/** A file in compressed form behind its size in 32 bits. `packed-file.ts` reads it. */
export async function packFile(content: string | Uint8Array): Promise<Buffer> {
  const bytes = Buffer.from(content)
  const head = Buffer.alloc(packedHead)
  head.writeUInt32BE(bytes.length)
  return Buffer.concat([head, await compress(bytes, level)])
}
