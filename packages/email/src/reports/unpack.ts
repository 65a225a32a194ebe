import type { Transform } from 'node:stream'
import { createGunzip, createInflateRaw } from 'node:zlib'
import { ReportError, reportLimits } from './report-limits.ts'

/**
 * The file of a report: as it is, or out of a gzip or zip. It is unpacked piece by piece beside the main thread, and
 * refused at the first byte over a limit.
 * @throws {ReportError}
 */
export async function unpack(bytes: Uint8Array): Promise<Buffer> {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (packed.length > reportLimits.packed) throw new ReportError('too-large')
  if (packed[0] === 0x1f && packed[1] === 0x8b) return await inflate(packed, createGunzip())
  if (packed.toString('latin1', 0, 4) === 'PK\u0003\u0004') return await unzip(packed)
  return packed
}

/** The one file of a zip, by its local header: sizes of the directory are claims, and the data ends itself. */
async function unzip(zip: Buffer): Promise<Buffer> {
  if (zip.length < 30) throw new ReportError('malformed')
  const [flags, method] = [zip.readUInt16LE(6), zip.readUInt16LE(8)]
  const isEncrypted = (flags & 1) === 1
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28)
  if (isEncrypted || start > zip.length) throw new ReportError('malformed')
  if (method === 8) return await inflate(zip.subarray(start), createInflateRaw())
  const size = zip.readUInt32LE(18)
  if (method !== 0 || start + size > zip.length) throw new ReportError('malformed')
  return zip.subarray(start, start + size)
}

async function inflate(packed: Buffer, stream: Transform): Promise<Buffer> {
  const most = Math.min(reportLimits.xml, 64 * 1_024 + packed.length * reportLimits.ratio)
  const pieces: Buffer[] = []
  let length = 0
  stream.end(packed)
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      length += piece.length
      if (length > most) throw new ReportError('too-large')
      pieces.push(piece)
    }
  } catch (cause) {
    if (cause instanceof ReportError) throw cause
    throw new ReportError('malformed', { cause })
  } finally {
    stream.destroy()
  }
  return Buffer.concat(pieces)
}
