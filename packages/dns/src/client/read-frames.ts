/** Splits a TCP stream into messages (RFC 1035 §4.2.2): two bytes of length, then the message. Linear in its bytes. */
export async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const frame = new Frame()
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      at += frame.take(chunk, at)
      if (frame.isComplete) yield frame.release()
    }
  }
}

class Frame {
  #length = 0
  /** Bytes of the length, then of the message, that have come. */
  #lengthBytes = 0
  #filled = 0
  #message = new Uint8Array(0)

  get isComplete(): boolean {
    return this.#lengthBytes === 2 && this.#filled === this.#length
  }

  /** Takes bytes from a position on, and returns how many. */
  take(chunk: Uint8Array, at: number): number {
    if (this.#lengthBytes < 2) return this.#takeLength(chunk[at] ?? 0)
    const part = chunk.subarray(at, at + this.#length - this.#filled)
    this.#message.set(part, this.#filled)
    this.#filled += part.length
    return part.length
  }

  release(): Uint8Array {
    const message = this.#message
    this.#length = this.#lengthBytes = this.#filled = 0
    return message
  }

  #takeLength(byte: number): number {
    this.#length = this.#length * 256 + byte
    this.#lengthBytes += 1
    if (this.#lengthBytes === 2) this.#message = new Uint8Array(this.#length)
    return 1
  }
}
