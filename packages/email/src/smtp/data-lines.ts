import type { Input } from './input.ts'
import { afterByte, cr, dot, lf, type LineState } from './line-state.ts'

/** `dot`: the line began with one, which isn't content. `dot cr`: it may be the end. */
type DataState = LineState | 'dot' | 'dot cr' | 'end'

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
    for (let at = from; at < bytes.length; at += 1) {
      const before = this.#state
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

function afterDataByte(state: DataState, byte: number): DataState {
  if (state === 'start' && byte === dot) return 'dot'
  if (state === 'dot') return byte === cr ? 'dot cr' : afterByte('text', byte)
  if (state === 'dot cr') return byte === lf ? 'end' : 'broken'
  return state === 'end' ? state : afterByte(state, byte)
}
