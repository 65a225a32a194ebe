/**
 * Pixels of a PNG, JPEG or WebP picture, from its headers alone: nothing is decoded.
 *
 *   PNG   ISO/IEC 15948, IHDR: width and height begin the first chunk
 *   WebP  RFC 9649: in the chunk VP8X, VP8L or VP8 behind the head of the file
 *   JPEG  ITU-T T.81, frame header: in the first start of a frame, behind segments of any length
 */

/** Width and height of a picture. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** The size of a picture, by its first bytes; undefined where its headers state none. */
export function pictureSize(head: Uint8Array): PictureSize | undefined {
  const size = sizeOf(Buffer.from(head.buffer, head.byteOffset, head.byteLength))
  return size === undefined || size.width < 1 || size.height < 1 ? undefined : size
}

function sizeOf(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 30) return undefined
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to)
  if (text(1, 4) === 'PNG') {
    return text(12, 16) === 'IHDR' ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined
  }
  return text(0, 4) === 'RIFF' ? webpSize(bytes, text(12, 16)) : jpegSize(bytes)
}

function webpSize(bytes: Buffer, chunk: string): PictureSize | undefined {
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3f_ff, height: bytes.readUInt16LE(28) & 0x3f_ff }
  if (chunk !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
}

function jpegSize(bytes: Buffer): PictureSize | undefined {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // Behind the start of a scan or the end of the picture, no frame follows.
    if (marker === 0xda || marker === 0xd9) return undefined
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, among which DHT, JPG and DAC have numbers too. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
