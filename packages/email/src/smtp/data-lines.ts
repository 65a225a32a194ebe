import type { Input } from './input.ts'
import { afterByte, cr, dot, lf, type LineState } from './line-state.ts'

/** `dot`: the line began with one, which isn't content. `dot cr`: it may be the end. */
type DataState = LineState | 'dot' | 'dot cr' | 'end'

/** Bytes of a line that are looked at one by one: to search for the end of so few takes longer. */
const shortLine = 16

/** Reads the content of a message after DATA: removes stuffed dots and finds the end, which is CR LF "." CR LF only. */
export class DataLines {
  #state: DataState = 'start'

  /**
   * Gives content on, byte by byte as it was sent.
   *
   * @returns how it ended; `undefined` when more must come
   */
  read(input: Input, append: (content: Uint8Array) => void): 'end' | 'broken' | undefined {
    const { bytes } = input
    let from = input.position
    const ends = new LineEnds(bytes, from)
    let inLine = 0
    for (let at = from; at < bytes.length; at += 1) {
      const before = this.#state
      inLine = before === 'text' ? inLine + 1 : 0
      // Most bytes are within a line: they are skipped together, up to the next one that may end it.
      if (inLine > shortLine) {
        at = ends.next(at)
        if (at === bytes.length) break
      }
      const state = afterDataByte(before, bytes[at] ?? 0)
      this.#state = state
      if (state === 'dot' || state === 'dot cr' || state === 'end' || state === 'broken') {
        append(bytes.subarray(from, at))
        from = at + 1
      }
      if (state !== 'end' && state !== 'broken') continue
      input.position = at + 1
      return state
    }
    append(bytes.subarray(from))
    input.position = bytes.length
    return undefined
  }
}

/** Finds the bytes that are more than text: CR, LF and NUL. */
class LineEnds {
  readonly #bytes: Buffer
  #cr: number
  #lf: number
  #nul: number

  constructor(given: Uint8Array, from: number) {
    this.#bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
    this.#cr = this.#find(cr, from)
    this.#lf = this.#find(lf, from)
    this.#nul = this.#find(0, from)
  }

  /** The place of the next one from a place on; places only go up. */
  next(at: number): number {
    if (this.#cr < at) this.#cr = this.#find(cr, at)
    if (this.#lf < at) this.#lf = this.#find(lf, at)
    if (this.#nul < at) this.#nul = this.#find(0, at)
    return Math.min(this.#cr, this.#lf, this.#nul)
  }

  /** Behind the last byte where there is none. */
  #find(byte: number, at: number): number {
    const found = this.#bytes.indexOf(byte, at)
    return found === -1 ? this.#bytes.length : found
  }
}

function afterDataByte(state: DataState, byte: number): DataState {
  if (state === 'start' && byte === dot) return 'dot'
  if (state === 'dot') return byte === cr ? 'dot cr' : afterByte('text', byte)
  if (state === 'dot cr') return byte === lf ? 'end' : 'broken'
  return state === 'end' ? state : afterByte(state, byte)
}
