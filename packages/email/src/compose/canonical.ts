/** Canonical forms of DKIM, "relaxed" (RFC 6376, 3.4.2 and 3.4.4), for messages with CRLF. */

const [tab, lf, cr, space] = [0x09, 0x0a, 0x0d, 0x20]

/** The body: blanks in a row are one space, blanks at the end of a line and empty lines at the end go. */
export function relaxedBody(body: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(body.length + 2)
  let length = 0
  let end = 0
  let blank = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0
    if (byte === space || byte === tab) {
      blank = true
    } else if (byte === cr && body[at + 1] === lf) {
      out[length++] = cr
      out[length++] = lf
      at++
      blank = false
    } else {
      if (blank) out[length++] = space
      blank = false
      out[length++] = byte
      end = length
    }
  }
  return closed(out, end)
}

/** Everything after the last character other than a line break is one line break; an empty body is nothing. */
function closed(out: Buffer, end: number): Buffer {
  if (end === 0) return out.subarray(0, 0)
  out[end] = cr
  out[end + 1] = lf
  return out.subarray(0, end + 2)
}

/** A header with its continuation lines, as it is signed: without its line break. */
export function relaxedHeader(field: string): string {
  const colon = field.indexOf(':')
  const value = field.slice(colon + 1).replaceAll('\r\n', '')
  return `${field.slice(0, colon).trim().toLowerCase()}:${squeeze(value)}`
}

const squeeze = (value: string): string =>
  value
    .split(/[ \t]/)
    .filter((word) => word !== '')
    .join(' ')
