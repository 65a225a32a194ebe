import { setImmediate } from 'node:timers/promises'

/** Bytes that are worked on in one turn of the event loop: about a millisecond of looking at each of them. */
export const turnBytes = 256 * 1_024

/** The pieces of a large message, in order, as views. Other work runs between two of them. */
export async function* inTurns(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += turnBytes) {
    if (at > 0) await setImmediate()
    yield bytes.subarray(at, at + turnBytes)
  }
}
