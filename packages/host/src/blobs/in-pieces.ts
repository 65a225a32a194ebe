/** The body of a blob. */
export type BlobBody = Uint8Array | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>

/**
 * Cuts a body into pieces of one size, the last one shorter. A piece is valid until the next one is requested: whatever
 * the size and chunks of the body, one piece is held in memory.
 * @throws the reason of the signal; the stream is canceled then, as it is when the caller stops reading
 */
export async function* inPieces(body: BlobBody, size: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(size)
  let length = 0
  for await (const chunk of chunksOf(body, signal)) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + size - length)
      piece.set(part, length)
      at += part.length
      length += part.length
      if (length < size) continue
      yield piece
      length = 0
    }
  }
  if (length > 0) yield piece.slice(0, length)
}

async function* chunksOf(body: BlobBody, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) {
    yield body
    return
  }
  if (!('getReader' in body)) {
    // It observes the signal itself: it may wait where no one can interrupt it.
    yield* body
    return
  }
  const reader = body.getReader()
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      if (!(value instanceof Uint8Array)) throw new TypeError('A blob body must be a stream of Uint8Array.')
      yield value
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
