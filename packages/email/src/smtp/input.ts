const nothing = new Uint8Array(0)

/** Bytes of the peer that are not read yet: at most one chunk of the socket. */
export class Input {
  bytes: Uint8Array = nothing
  position = 0

  get isEmpty(): boolean {
    return this.position >= this.bytes.length
  }

  /** @throws when the chunk before isn't read to its end */
  give(bytes: Uint8Array): void {
    if (!this.isEmpty) throw new Error('The chunk before has unread bytes.')
    this.bytes = bytes
    this.position = 0
  }

  /** At most `length` bytes, as a view. */
  take(length: number): Uint8Array {
    const taken = this.bytes.subarray(this.position, this.position + length)
    this.position += taken.length
    return taken
  }

  clear(): void {
    this.bytes = nothing
    this.position = 0
  }
}
