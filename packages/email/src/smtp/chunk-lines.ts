import { afterByte, type LineState } from './line-state.ts'

/** Checks the content of BDAT chunks: a message may be sent on by DATA, where the same lines must be the same lines. */
export class ChunkLines {
  #state: LineState = 'start'

  check(bytes: Uint8Array): void {
    let state = this.#state
    for (const byte of bytes) {
      state = afterByte(state, byte)
      if (state === 'broken') break
    }
    this.#state = state
  }

  get isBroken(): boolean {
    return this.#state === 'broken'
  }

  /** Whether a message may end here. */
  get isWhole(): boolean {
    return this.#state !== 'broken' && this.#state !== 'cr'
  }
}
