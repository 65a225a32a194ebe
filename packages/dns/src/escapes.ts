/** Escapes of presentation text (RFC 1035 section 5.1): `\DDD` is a byte, a backslash before anything else is that character. */

const backslash = 0x5c

/** Printable ASCII without space. */
export function isGraphic(code: number): boolean {
  return code > 0x20 && code < 0x7f
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Characters that the escape at this backslash takes. */
export function escapeWidth(text: string, at: number): number {
  return isDigit(text.charCodeAt(at + 1)) ? 4 : 2
}

/** The byte that the escape at this backslash means; -1 where it is not a valid escape. */
export function escapedByte(text: string, at: number): number {
  const next = text.charCodeAt(at + 1)
  if (!isDigit(next)) return next < 0x100 ? next : -1
  const tens = text.charCodeAt(at + 2)
  const ones = text.charCodeAt(at + 3)
  if (!isDigit(tens) || !isDigit(ones)) return -1
  const byte = (next - 0x30) * 100 + (tens - 0x30) * 10 + ones - 0x30
  return byte < 0x100 ? byte : -1
}

/** `\DDD` */
export function decimalEscape(byte: number): string {
  return `\\${byte.toString().padStart(3, '0')}`
}

/** The bytes of text with escapes: characters beyond ASCII are UTF-8. `undefined` where an escape is not valid. */
export function unescapeBytes(text: string): Buffer | undefined {
  const utf8 = Buffer.from(text, 'utf8')
  if (!text.includes('\\')) return utf8
  const source = utf8.toString('latin1')
  let length = 0
  for (let at = 0; at < source.length; length++) {
    const isEscape = source.charCodeAt(at) === backslash
    const byte = isEscape ? escapedByte(source, at) : source.charCodeAt(at)
    if (!(byte >= 0)) return undefined
    utf8[length] = byte
    at += isEscape ? escapeWidth(source, at) : 1
  }
  return utf8.subarray(0, length)
}

/** Text in quotes, with what is not printable as `\DDD`. */
export function quoteBytes(bytes: Uint8Array): string {
  let text = '"'
  for (const byte of bytes) {
    if (byte === backslash || byte === 0x22) text += `\\${String.fromCharCode(byte)}`
    else text += byte === 0x20 || isGraphic(byte) ? String.fromCharCode(byte) : decimalEscape(byte)
  }
  return `${text}"`
}
