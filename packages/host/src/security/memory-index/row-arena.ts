/**
 * Texts in few large buffers instead of one object each, which would cost more than the text itself.
 *
 * Rows are appended. A buffer of which less than half is in use is emptied: its rows move to the last one, at most one
 * buffer at a time, so no write takes longer than a buffer takes to copy.
 *
 *   row: hash of the key (4 bytes), length of the key (2), length of the value (4), key, value; characters are Latin-1
 */

const head = 10
const sizeBits = 20
/** Bytes of a buffer; a longer row has one of its own. */
const size = 1 << sizeBits
/** A place is 32 bits: which buffer, and where in it. The last one is never given. */
const mostBuffers = (1 << (32 - sizeBits)) - 1
/** Marks the length of the key of a removed row. */
const unused = 0x80_00

/** Where a row begins. */
export type Place = number

/** Called when a row has moved. */
export type OnMoved = (hash: number, from: Place, to: Place) => void

interface Segment {
  readonly bytes: Buffer
  /** Bytes written, and those of them that are in use. */
  end: number
  used: number
}

export class RowArena {
  readonly #onMoved: OnMoved
  readonly #segments: (Segment | undefined)[] = []
  readonly #free: number[] = []
  #last = -1
  #bytes = 0

  constructor(onMoved: OnMoved) {
    this.#onMoved = onMoved
  }

  /** Bytes of memory that are held. */
  get bytes(): number {
    return this.#bytes
  }

  /** @returns the place of the row; undefined when the arena is full */
  add(hash: number, key: string, value: string): Place | undefined {
    const length = head + key.length + value.length
    const segment = this.#room(length)
    if (segment === undefined) return undefined
    const { bytes, end } = segment
    bytes.writeUInt32LE(hash, end)
    bytes.writeUInt16LE(key.length, end + 4)
    bytes.writeUInt32LE(value.length, end + 6)
    bytes.write(key, end + head, 'latin1')
    bytes.write(value, end + head + key.length, 'latin1')
    segment.end += length
    segment.used += length
    return this.#last * size + end
  }

  remove(place: Place): void {
    const number = Math.floor(place / size)
    const segment = this.#segments[number]
    if (segment === undefined) return
    const at = place % size
    segment.used -= lengthAt(segment.bytes, at)
    segment.bytes.writeUInt16LE(segment.bytes.readUInt16LE(at + 4) | unused, at + 4)
    if (number !== this.#last && segment.used * 2 < segment.end) this.#empty(number, segment)
  }

  hasKey(place: Place, key: string): boolean {
    const bytes = this.#bytesOf(place)
    const at = place % size
    if (bytes.readUInt16LE(at + 4) !== key.length) return false
    for (let index = 0, from = at + head; index < key.length; index += 1) {
      if (bytes[from + index] !== key.charCodeAt(index)) return false
    }
    return true
  }

  value(place: Place): string {
    const bytes = this.#bytesOf(place)
    const at = place % size
    const from = at + head + bytes.readUInt16LE(at + 4)
    return bytes.toString('latin1', from, from + bytes.readUInt32LE(at + 6))
  }

  #bytesOf(place: Place): Buffer {
    return (this.#segments[Math.floor(place / size)] as Segment).bytes
  }

  /** The last buffer, or a new one where the row has no room in it. */
  #room(length: number): Segment | undefined {
    const last = this.#segments[this.#last]
    if (last !== undefined && last.end + length <= last.bytes.length) return last
    const number = this.#free.pop() ?? this.#segments.length
    if (number >= mostBuffers) return undefined
    const segment: Segment = { bytes: Buffer.allocUnsafeSlow(Math.max(size, length)), end: 0, used: 0 }
    this.#segments[number] = segment
    this.#last = number
    this.#bytes += segment.bytes.length
    return segment
  }

  #empty(number: number, { bytes, end }: Segment): void {
    for (let at = 0; at < end; at += lengthAt(bytes, at)) {
      const keyLength = bytes.readUInt16LE(at + 4)
      if ((keyLength & unused) !== 0) continue
      const from = at + head
      const hash = bytes.readUInt32LE(at)
      const key = bytes.toString('latin1', from, from + keyLength)
      const value = bytes.toString('latin1', from + keyLength, at + lengthAt(bytes, at))
      const place = this.add(hash, key, value)
      if (place === undefined) throw new RangeError('A row arena has no place left for a row that it moves.')
      this.#onMoved(hash, number * size + at, place)
    }
    this.#segments[number] = undefined
    this.#free.push(number)
    this.#bytes -= bytes.length
  }
}

function lengthAt(bytes: Buffer, at: number): number {
  return head + (bytes.readUInt16LE(at + 4) & ~unused) + bytes.readUInt32LE(at + 6)
}
