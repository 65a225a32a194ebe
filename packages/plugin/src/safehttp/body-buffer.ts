const nothing = Buffer.alloc(0)

/**
 * Collects a body. The pieces are copied together as they come and never kept in a list: a body sent byte by byte, each
 * a chunk of its own, would make of ten megabytes more than a gigabyte of small objects.
 */
export class BodyBuffer {
  #bytes: Buffer = nothing
  #size = 0

  get size(): number {
    return this.#size
  }

  add(piece: Buffer): void {
    const size = this.#size + piece.length
    if (this.#size === 0) {
      this.#bytes = piece
    } else {
      if (size > this.#bytes.length) this.#grow(Math.max(size, 2 * this.#bytes.length))
      piece.copy(this.#bytes, this.#size)
    }
    this.#size = size
  }

  /** The bytes so far. */
  read(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  clear(): void {
    this.#bytes = nothing
    this.#size = 0
  }

  #grow(capacity: number): void {
    const larger = Buffer.allocUnsafeSlow(capacity)
    this.#bytes.copy(larger, 0, 0, this.#size)
    this.#bytes = larger
  }
}
