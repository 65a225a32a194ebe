import type { MemoryShare } from './byte-budget.ts'

const smallestBlock = 16_384
const largestBlock = 1_048_576

/** `too large`: over the limit of one message. `no memory`: the limit of all messages together is reached. */
export type ContentProblem = 'too large' | 'no memory'

/**
 * The content of one message while it arrives. Memory is taken as bytes come and copied into blocks: neither a declared size
 * nor a message in pieces of one byte costs more than its bytes. With a problem the memory is free again, and bytes only count.
 */
export class MessageBytes {
  readonly #memory: MemoryShare
  readonly #limit: number
  #blocks: Uint8Array[] = []
  /** Free bytes at the end of the last block. */
  #free = 0
  #reserved = 0
  #length = 0
  #problem: ContentProblem | undefined

  constructor(memory: MemoryShare, limit: number) {
    this.#memory = memory
    this.#limit = limit
  }

  /** Of all bytes that came, stored or not. */
  get length(): number {
    return this.#length
  }

  get problem(): ContentProblem | undefined {
    return this.#problem
  }

  append(bytes: Uint8Array): void {
    this.#length += bytes.length
    if (this.#length > this.#limit) this.#fail('too large')
    for (let at = 0; at < bytes.length && this.#problem === undefined;) {
      const block = this.#blockWithRoom(bytes.length - at)
      if (block === undefined) break
      const piece = bytes.subarray(at, at + this.#free)
      block.set(piece, block.length - this.#free)
      this.#free -= piece.length
      at += piece.length
    }
  }

  /** All bytes, in blocks. The memory stays taken until `release`. */
  take(): Uint8Array[] {
    const blocks = this.#blocks
    this.#blocks = []
    return blocks.map((block, at) => (at === blocks.length - 1 ? block.subarray(0, block.length - this.#free) : block))
  }

  release(): void {
    this.#blocks = []
    this.#free = 0
    this.#memory.release(this.#reserved)
    this.#reserved = 0
  }

  #fail(problem: ContentProblem): undefined {
    this.#problem ??= problem
    this.release()
  }

  #blockWithRoom(wanted: number): Uint8Array | undefined {
    const last = this.#blocks.at(-1)
    if (last !== undefined && this.#free > 0) return last
    const size = this.#reserve(Math.min(largestBlock, Math.max(smallestBlock, wanted, this.#reserved)))
    if (size === 0) return this.#fail('no memory')
    this.#free = size
    const block = Buffer.allocUnsafeSlow(size)
    this.#blocks.push(block)
    return block
  }

  /** Blocks grow with the message while there is room for that. */
  #reserve(wanted: number): number {
    const size = [wanted, smallestBlock].find((bytes) => this.#memory.reserve(bytes)) ?? 0
    this.#reserved += size
    return size
  }
}
