import { DnsError } from '../dns-error.ts'
import { longestName, printLabel } from './labels.ts'

/**
 * Reads the bytes of a message, or of the data of one record, and never past `end`.
 *
 * Names are bounded: a pointer must lead to a place before the name that has it, so none loops; a name follows at most
 * 127 of them; the target of a pointer is read once and remembered; and all targets together may have 256 KiB, four times
 * the largest message.
 */

const mostPointers = 127
const mostTargetBytes = 262_144

/** A name, the bytes that it has uncompressed, and where the reader goes on behind it. */
interface ReadName {
  readonly text: string
  readonly octets: number
  readonly next: number
}

const root: ReadName = { text: '.', octets: 1, next: 0 }

export class WireReader {
  readonly bytes: Buffer
  offset: number
  end: number
  /** The field that is being read, for errors. */
  field: string | undefined
  readonly #allowsPointers: boolean
  #targets: Map<number, ReadName> | undefined
  #targetBytes = 0

  /** @param allowsPointers whether the bytes are a whole message, to which pointers can lead */
  constructor(bytes: Uint8Array, allowsPointers: boolean) {
    this.bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.offset = 0
    this.end = bytes.length
    this.#allowsPointers = allowsPointers
  }

  get remaining(): number {
    return this.end - this.offset
  }

  uint8(): number {
    return this.bytes[this.#advance(1)] ?? 0
  }

  uint16(): number {
    return this.bytes.readUInt16BE(this.#advance(2))
  }

  uint32(): number {
    return this.bytes.readUInt32BE(this.#advance(4))
  }

  uint48(): number {
    return this.bytes.readUIntBE(this.#advance(6), 6)
  }

  /** The next bytes, which stay those of the message. */
  take(length: number): Buffer {
    const start = this.#advance(length)
    return this.bytes.subarray(start, start + length)
  }

  rest(): Buffer {
    return this.take(this.remaining)
  }

  /** @param mayCompress whether the type of the record lets this name be compressed */
  name(mayCompress: boolean): string {
    const { text, next } = this.#nameAt(this.offset, mayCompress && this.#allowsPointers ? mostPointers : 0)
    this.offset = next
    return text
  }

  fail(problem: string): never {
    throw new DnsError('malformed', problem, this.field)
  }

  #advance(length: number): number {
    const start = this.offset
    if (length > this.end - start) this.fail('The data ends too early.')
    this.offset = start + length
    return start
  }

  #nameAt(start: number, pointersLeft: number): ReadName {
    let text = ''
    let at = start
    for (;;) {
      if (at >= this.end) this.fail('The data ends within a name.')
      const length = this.bytes[at] ?? 0
      if (length >= 0xc0) return this.#continued({ text, octets: at - start, next: at + 2 }, start, pointersLeft)
      if (length > 63) this.fail('A label has a type that is not in use.')
      if (length === 0) return finished(text, at - start, at + 1)
      if (at + 1 + length >= this.end) this.fail('The data ends within a name.')
      text += `${printLabel(this.bytes, at + 1, at + 1 + length)}.`
      at += 1 + length
      if (at - start >= longestName) this.fail('A name has more than 255 bytes.')
    }
  }

  /** A name whose last part is elsewhere. */
  #continued(head: ReadName, start: number, pointersLeft: number): ReadName {
    const at = head.next - 2
    if (at + 2 > this.end) this.fail('The data ends within a name.')
    if (pointersLeft === 0) this.fail('A name is compressed where it must not be, or too often.')
    const target = this.bytes.readUInt16BE(at) & 0x3fff
    if (target >= start) this.fail('A compressed name does not lead back.')
    const tail = this.#targetAt(target, pointersLeft - 1)
    const octets = head.octets + tail.octets
    if (octets > longestName) this.fail('A name has more than 255 bytes.')
    return { text: joined(head.text, tail.text), octets, next: head.next }
  }

  #targetAt(target: number, pointersLeft: number): ReadName {
    const known = this.#targets?.get(target)
    if (known !== undefined) return known
    const name = this.#nameAt(target, pointersLeft)
    this.#targetBytes += name.octets
    if (this.#targetBytes > mostTargetBytes) this.fail('The message has too many compressed names.')
    this.#targets ??= new Map()
    this.#targets.set(target, name)
    return name
  }
}

function finished(text: string, octets: number, next: number): ReadName {
  return { text: text === '' ? root.text : text, octets: octets + 1, next }
}

function joined(head: string, tail: string): string {
  if (head === '') return tail
  return tail === root.text ? head : head + tail
}
