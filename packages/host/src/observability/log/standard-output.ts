import type { Writable } from 'node:stream'

/** Streams whose end is known, so that each gets one listener however many hosts a process starts. */
const watched = new WeakMap<Writable, { isGone: boolean }>()

/**
 * Writes log lines to standard output for as long as it has a reader. Without this, a reader that ends, such as a crashed
 * log shipper, makes every line an uncaught error that is logged in turn: the host would be busy with its log alone, or
 * stop. Its lines are lost, and it keeps serving.
 */
export function standardOutput(stream: Writable = process.stdout): (line: string) => void {
  const state = watched.get(stream) ?? watch(stream)
  return (line) => {
    if (!state.isGone) stream.write(line)
  }
}

function watch(stream: Writable): { readonly isGone: boolean } {
  const state = { isGone: false }
  watched.set(stream, state)
  stream.on('error', () => (state.isGone = true))
  return state
}
