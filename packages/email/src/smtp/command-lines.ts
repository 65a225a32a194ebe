import type { Input } from './input.ts'
import { afterByte, type LineState } from './line-state.ts'

/** `broken`: a line has a CR or LF of its own, or a NUL. `endless`: the rest of a long line is too long to skip. */
export type CommandLine =
  | { readonly kind: 'line'; readonly bytes: Uint8Array }
  | { readonly kind: 'too long' | 'endless' | 'broken' }

/** Octets with the line's end: what RFC 5321 allows MAIL with all extensions. Other commands are shorter. */
export const maxCommandOctets = 1_000
const maxSkippedOctets = 65_536

/** Splits commands into lines; keeps at most one line. */
export class CommandLines {
  readonly #line = new Uint8Array(maxCommandOctets)
  #length = 0
  #state: LineState = 'start'

  /** The next line; `undefined` when the input ends before it. */
  read(input: Input): CommandLine | undefined {
    while (!input.isEmpty) {
      const byte = input.bytes[input.position] ?? 0
      input.position += 1
      this.#state = afterByte(this.#state, byte)
      if (this.#state === 'broken') return { kind: 'broken' }
      if (this.#length < maxCommandOctets) this.#line[this.#length] = byte
      this.#length += 1
      if (this.#state === 'start') return this.#end()
      if (this.#length > maxSkippedOctets) return { kind: 'endless' }
    }
    return undefined
  }

  #end(): CommandLine {
    const length = this.#length
    this.#length = 0
    if (length > maxCommandOctets) return { kind: 'too long' }
    return { kind: 'line', bytes: this.#line.slice(0, length - 2) }
  }
}
