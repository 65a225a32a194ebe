/**
 * Writes a message in the wire format of Protocol Buffers: only the types that OTLP uses for traces and metrics. Fields that are zero are
 * left out, which is how a reader understands their absence.
 *
 * @see https://protobuf.dev/programming-guides/encoding/
 */
const varint = 0
const eightBytes = 1
const lengthPrefixed = 2
const fourBytes = 5
/** Characters of a text whose length takes one byte. */
const longestAscii = 127

export class ProtoWriter {
  #bytes = Buffer.allocUnsafe(16_384)
  #at = 0

  /** The message so far, as a copy. */
  get bytes(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#bytes, 0, this.#at)
  }

  /** A nested message, also where it is empty. */
  message(field: number, write: () => void): void {
    this.#tag(field, lengthPrefixed)
    this.#reserve(1)
    const start = (this.#at += 1)
    write()
    const length = this.#at - start
    const extra = varintLength(length) - 1
    if (extra > 0) {
      this.#reserve(extra)
      this.#bytes.copyWithin(start + extra, start, this.#at)
    }
    this.#at = start - 1
    this.#varint(length)
    this.#at += length
  }

  string(field: number, text: string): void {
    this.#tag(field, lengthPrefixed)
    if (text.length <= longestAscii && this.#ascii(text)) return
    const length = Buffer.byteLength(text)
    this.#varint(length)
    this.#reserve(length)
    this.#at += this.#bytes.write(text, this.#at, 'utf8')
  }

  /** @param digits hexadecimal */
  hex(field: number, digits: string): void {
    this.#tag(field, lengthPrefixed)
    this.#varint(digits.length / 2)
    this.#reserve(digits.length / 2)
    this.#at += this.#bytes.write(digits, this.#at, 'hex')
  }

  /** @param value an integer, at least 0 and below 2^53 */
  integer(field: number, value: number): void {
    if (value === 0) return
    this.#tag(field, varint)
    this.#varint(value)
  }

  /** An `int64`, also where it is 0. @param value a safe integer */
  signed(field: number, value: number): void {
    this.#tag(field, varint)
    if (value >= 0) this.#varint(value)
    else this.#negative(value)
  }

  double(field: number, value: number): void {
    this.#tag(field, eightBytes)
    this.#reserve(8)
    this.#at = this.#bytes.writeDoubleLE(value, this.#at)
  }

  /** @param milliseconds since 1970, with a fraction; written as nanoseconds */
  time(field: number, milliseconds: number): void {
    const whole = Math.floor(milliseconds)
    const fraction = Math.floor((milliseconds - whole) * 1e6)
    // A double has no room for them, so that they are multiplied in two parts of 16 bits and the rest.
    const upper = Math.floor(whole / 65_536) * 1e6
    const lower = (upper % 65_536) * 65_536 + (whole % 65_536) * 1e6 + fraction
    this.#tag(field, eightBytes)
    this.#eight(lower % 2 ** 32, Math.floor(upper / 65_536) + Math.floor(lower / 2 ** 32))
  }

  /** @param value an integer, at least 0 and below 2^53 */
  fixed64(field: number, value: number): void {
    this.#tag(field, eightBytes)
    this.#eight(value % 2 ** 32, Math.floor(value / 2 ** 32))
  }

  /** A packed list of integers, each at least 0 and below 2^53. */
  fixed64s(field: number, values: readonly number[]): void {
    this.#tag(field, lengthPrefixed)
    this.#varint(values.length * 8)
    for (const value of values) this.#eight(value % 2 ** 32, Math.floor(value / 2 ** 32))
  }

  /** A packed list. */
  doubles(field: number, values: readonly number[]): void {
    this.#tag(field, lengthPrefixed)
    this.#varint(values.length * 8)
    this.#reserve(values.length * 8)
    for (const value of values) this.#at = this.#bytes.writeDoubleLE(value, this.#at)
  }

  fixed32(field: number, value: number): void {
    this.#tag(field, fourBytes)
    this.#reserve(4)
    this.#at = this.#bytes.writeUInt32LE(value, this.#at)
  }

  /** Writes a short text with its length. A loop is faster than a call for most. @returns false for one that is not ASCII */
  #ascii(text: string): boolean {
    this.#reserve(text.length + 1)
    const start = this.#at + 1
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code > 127) return false
      this.#bytes[start + at] = code
    }
    this.#bytes[this.#at] = text.length
    this.#at = start + text.length
    return true
  }

  /** 64 bits, from two halves of 32. */
  #eight(lower: number, upper: number): void {
    this.#reserve(8)
    this.#at = this.#bytes.writeUInt32LE(lower, this.#at)
    this.#at = this.#bytes.writeUInt32LE(upper, this.#at)
  }

  #tag(field: number, type: number): void {
    this.#varint(field * 8 + type)
  }

  #varint(value: number): void {
    this.#reserve(10)
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.#at++] = (rest % 128) + 128
    this.#bytes[this.#at++] = rest
  }

  /** The two's complement in 64 bits. */
  #negative(value: number): void {
    this.#reserve(10)
    let rest = BigInt.asUintN(64, BigInt(value))
    for (; rest >= 128n; rest >>= 7n) this.#bytes[this.#at++] = Number(rest & 127n) + 128
    this.#bytes[this.#at++] = Number(rest)
  }

  #reserve(length: number): void {
    if (this.#at + length <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + length))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

function varintLength(value: number): number {
  let length = 1
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length += 1
  return length
}
