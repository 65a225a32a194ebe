import { setHead } from './zone-data.ts'

/** A name with its sets, as `DataWriter` takes it. */
export interface EntryParts {
  /** The labels below the apex. */
  readonly labels: Uint8Array
  readonly flags: number
  readonly sets: readonly SetParts[]
}

export interface SetParts {
  readonly type: number
  readonly ttl: number
  readonly data: readonly Uint8Array[]
}

/** Writes the entries of a zone, in the form that `zone-data.ts` describes. */
export class DataWriter {
  #buffer = Buffer.allocUnsafe(4_096)
  #length = 0

  get length(): number {
    return this.#length
  }

  entry({ labels, flags, sets }: EntryParts): void {
    this.#reserve(labels.length + 4)
    this.#length = this.#buffer.writeUInt8(labels.length, this.#length)
    this.#buffer.set(labels, this.#length)
    this.#length = this.#buffer.writeUInt8(flags, this.#length + labels.length)
    this.#length = this.#buffer.writeUInt16BE(sets.length, this.#length)
    for (const set of sets) this.#set(set)
  }

  /** What was written, in memory of its own size. */
  bytes(): Uint8Array {
    return new Uint8Array(this.#buffer.subarray(0, this.#length))
  }

  #set({ type, ttl, data }: SetParts): void {
    const size = data.reduce((sum, { length }) => sum + 2 + length, 0)
    this.#reserve(setHead + size)
    this.#length = this.#buffer.writeUInt16BE(type, this.#length)
    this.#length = this.#buffer.writeUInt32BE(ttl, this.#length)
    this.#length = this.#buffer.writeUInt16BE(data.length, this.#length)
    this.#length = this.#buffer.writeUInt32BE(size, this.#length)
    for (const bytes of data) {
      this.#length = this.#buffer.writeUInt16BE(bytes.length, this.#length)
      this.#buffer.set(bytes, this.#length)
      this.#length += bytes.length
    }
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}
