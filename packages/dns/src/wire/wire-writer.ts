import { DnsError } from '../dns-error.ts'
import { longestLabel, longestName, octetsOf, show, writeLabel } from './labels.ts'

/** The largest message, and the largest data of a record. */
export const largestMessage = 65_535

/** So that a record that is too much for a message can be written whole, and taken back. */
const mostWritten = 3 * largestMessage

const largestPointer = 0x3fff

/** Writes bytes into a buffer that grows to three times `largestMessage`. */
export class WireWriter {
  offset = 0
  #bytes: Buffer
  /** Where each name and each end of one stands, by its text. */
  #names: Map<string, number> | undefined

  readonly #compresses: boolean

  /** @param compresses whether the bytes are a whole message, in which names can point to others */
  constructor(size: number, compresses: boolean) {
    this.#bytes = Buffer.allocUnsafe(size)
    this.#compresses = compresses
  }

  /** What was written; valid until something else is. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.offset)
  }

  uint8(value: number): void {
    this.#reserve(1)
    this.#bytes[this.offset++] = value
  }

  uint16(value: number): void {
    this.#reserve(2)
    this.offset = this.#bytes.writeUInt16BE(value, this.offset)
  }

  uint32(value: number): void {
    this.#reserve(4)
    this.offset = this.#bytes.writeUInt32BE(value, this.offset)
  }

  uint48(value: number): void {
    this.#reserve(6)
    this.offset = this.#bytes.writeUIntBE(value, this.offset, 6)
  }

  write(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.offset)
    this.offset += bytes.length
  }

  /** Overwrites two bytes that were written before. */
  setUint16(at: number, value: number): void {
    this.#bytes.writeUInt16BE(value, at)
  }

  /** @param mayCompress whether the type of the record lets this name end in a pointer to one that was written before */
  name(text: string, mayCompress: boolean): void {
    const start = this.offset
    if (text === '') throw new DnsError('invalid_name', 'The name is empty.')
    for (let from = text === '.' ? 1 : 0; from < text.length;) {
      const rest = from === 0 ? text : text.slice(from)
      const known = this.#names?.get(rest)
      if (mayCompress && known !== undefined) return this.#pointer(text, known)
      if (this.#compresses && this.offset <= largestPointer) this.#remember(rest)
      this.#reserve(longestLabel + 1)
      from = writeLabel(text, from, { bytes: this.#bytes, at: this.offset })
      this.offset += 1 + (this.#bytes[this.offset] ?? 0)
      if (this.offset - start >= longestName) throw tooLong(text)
    }
    this.uint8(0)
  }

  /** Forgets what was written from here on. */
  rewind(offset: number): void {
    this.offset = offset
    for (const [name, at] of this.#names ?? []) if (at >= offset) this.#names?.delete(name)
  }

  /** Text of at most 254 characters is never too long, since an escape is longer than its byte. */
  #pointer(name: string, target: number): void {
    if (name.length >= longestName && octetsOf(name) > longestName) throw tooLong(name)
    this.uint16(0xc000 | target)
  }

  #remember(name: string): void {
    this.#names ??= new Map()
    if (!this.#names.has(name)) this.#names.set(name, this.offset)
  }

  #reserve(length: number): void {
    const needed = this.offset + length
    if (needed <= this.#bytes.length) return
    if (needed > mostWritten) throw new DnsError('too_large', 'The data has more than 65,535 bytes.')
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    larger.set(this.#bytes.subarray(0, this.offset))
    this.#bytes = larger
  }
}

function tooLong(name: string): DnsError {
  return new DnsError('invalid_name', `${show(name)} has more than 255 bytes.`)
}
