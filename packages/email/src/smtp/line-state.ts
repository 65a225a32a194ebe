export const cr = 0x0d
export const lf = 0x0a
export const dot = 0x2e

/** Where a text stands between two bytes. `broken`: it has a CR or LF of its own, or a NUL. */
export type LineState = 'start' | 'text' | 'cr' | 'broken'

/** Only CR and LF together end a line. Anything else is read as one line by one server, and as two by the next. */
export function afterByte(state: LineState, byte: number): LineState {
  if (state === 'cr') return byte === lf ? 'start' : 'broken'
  if (state === 'broken' || byte === lf || byte === 0) return 'broken'
  return byte === cr ? 'cr' : 'text'
}
