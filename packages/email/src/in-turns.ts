import { setImmediate } from 'node:timers/promises'

/** Bytes that are worked on in one turn of the event loop: about a millisecond of looking at each of them. */
export const turnBytes = 256 * 1_024

/**
 * Joins the pieces of a message, which are taken out one by one, so that it is not there twice.
 * @returns bytes with memory of their own
 */
export async function joinInTurns(pieces: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let length = 0
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    for await (const part of inTurns(piece)) {
      bytes.set(part, length)
      length += part.length
    }
    if (pieces.length > 0 && length > turnBytes) await setImmediate()
  }
  return bytes
}

/** The pieces of a large message, in order, as views. Other work runs between two of them. */
export async function* inTurns(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += turnBytes) {
    if (at > 0) await setImmediate()
    yield bytes.subarray(at, at + turnBytes)
  }
}
