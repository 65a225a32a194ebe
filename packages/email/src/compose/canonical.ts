/** Canonical forms of DKIM, "relaxed" (RFC 6376, 3.4.2 and 3.4.4), for messages with CRLF. */

const [tab, lf, cr, space] = [0x09, 0x0a, 0x0d, 0x20]

/** The body, piece by piece: blanks in a row are one space, blanks at the end of a line and empty lines at the end go. */
export class RelaxedBody {
  #blank = false
  #heldCr = false
  /** Line breaks that go if nothing follows them. */
  #breaks = 0
  #isEmpty = true

  update(piece: Uint8Array): Buffer {
    const out = Buffer.allocUnsafe(2 * this.#breaks + piece.length + 3)
    let length = 0
    for (const byte of piece) {
      const isHeld = this.#heldCr
      this.#heldCr = false
      if (isHeld && byte === lf) {
        this.#breaks += 1
        this.#blank = false
        continue
      }
      if (isHeld) length = this.#put(out, length, cr)
      if (byte === cr) this.#heldCr = true
      else if (byte === space || byte === tab) this.#blank = true
      else length = this.#put(out, length, byte)
    }
    return out.subarray(0, length)
  }

  /** The last bytes: one line break, unless the body is empty. */
  end(): Buffer {
    const out = Buffer.allocUnsafe(2 * this.#breaks + 4)
    let length = this.#heldCr ? this.#put(out, 0, cr) : 0
    if (this.#isEmpty) return out.subarray(0, 0)
    out[length++] = cr
    out[length++] = lf
    return out.subarray(0, length)
  }

  #put(out: Buffer, start: number, byte: number): number {
    let length = start
    for (; this.#breaks > 0; this.#breaks -= 1) {
      out[length++] = cr
      out[length++] = lf
    }
    if (this.#blank) out[length++] = space
    this.#blank = false
    this.#isEmpty = false
    out[length++] = byte
    return length
  }
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
