/** A body after its Content-Transfer-Encoding. */
export interface DecodedBody {
  readonly bytes: Buffer
  /** Characters that the encoding does not have; they are left out. */
  readonly garbage: boolean
  /** The encoding ends in the middle of a group. */
  readonly cut: boolean
}

/** Decodes a body; an unknown encoding is taken as none. Every result has memory of its own. */
export function decodeBody(body: Buffer, encoding: string): DecodedBody {
  if (encoding === 'base64') return decodeBase64(body)
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body)
  return { bytes: ownCopy(body), garbage: false, cut: false }
}

/** A buffer from Node's pool would be sent between threads with the whole pool. */
const ownCopy = (bytes: Buffer): Buffer => Buffer.from(Uint8Array.from(bytes).buffer)

const equals = 0x3d
const [skipped, invalid, padding] = [253, 254, 255]
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const base64Values = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === equals) return padding
  if ([0x09, 0x0a, 0x0d, 0x20].includes(byte)) return skipped
  const value = alphabet.indexOf(String.fromCharCode(byte))
  return value === -1 ? invalid : value
})

/** Several encodings one after the other are decoded as one: padding ends a group, and the next one begins. */
function decodeBase64(body: Buffer): DecodedBody {
  const bytes = new Uint8Array(Math.ceil((body.length * 3) / 4))
  let [length, group, bits] = [0, 0, 0]
  let garbage = false
  for (const byte of body) {
    const value = base64Values[byte] ?? invalid
    if (value < 64) {
      group = ((group << 6) | value) & 0xff_ff
      bits += 6
      if (bits >= 8) {
        bits -= 8
        bytes[length++] = group >> bits
      }
    } else if (value === padding) bits = 0
    else if (value === invalid) garbage = true
  }
  return { bytes: Buffer.from(bytes.slice(0, length).buffer), garbage, cut: bits > 0 }
}

const hexValues = Int8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(value) ? -1 : value
})

function decodeQuotedPrintable(body: Buffer): DecodedBody {
  const bytes = new Uint8Array(body.length)
  let length = 0
  let garbage = false
  let blanks = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0
    if (byte === equals) {
      const line = softBreak(body, at + 1)
      const [high, low] = [hexValues[body[at + 1] ?? 0] ?? -1, hexValues[body[at + 2] ?? 0] ?? -1]
      blanks = 0
      if (line > 0) at += line
      else if (high >= 0 && low >= 0) {
        bytes[length++] = high * 16 + low
        at += 2
      } else {
        garbage = true
        bytes[length++] = byte
      }
    } else {
      // Blanks before a line end were added on the way.
      if (byte === 0x0a || (byte === 0x0d && body[at + 1] === 0x0a)) length -= blanks
      blanks = byte === 0x20 || byte === 0x09 ? blanks + 1 : 0
      bytes[length++] = byte
    }
  }
  const decoded = Buffer.from(bytes.slice(0, length).buffer)
  return { bytes: decoded, garbage, cut: body.at(-1) === equals }
}

/** The length of a soft line break after `=`, with the blanks before it; 0 where there is none. */
function softBreak(body: Buffer, from: number): number {
  let at = from
  while ((body[at] === 0x20 || body[at] === 0x09) && at - from < 1_000) at++
  if (body[at] === 0x0d && body[at + 1] === 0x0a) return at - from + 2
  return body[at] === 0x0a ? at - from + 1 : 0
}
