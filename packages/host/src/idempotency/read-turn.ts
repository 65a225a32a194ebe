import { bytesOnly } from '../http/watched-body.ts'

/** A body that was complete in time, or one that continues. */
export type BodyStart =
  | { readonly bytes: Buffer; readonly rest?: undefined }
  /** The whole body, from its beginning. */
  | { readonly rest: ReadableStream<Uint8Array>; readonly isTooLarge: boolean }

/** Reads a body until it is complete, longer than the limit, or a turn of the event loop has passed since its first chunk. */
export async function readTurn(body: ReadableStream<unknown>, limit: number): Promise<BodyStart> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let reading = reader.read()
  let next: ReadResult | undefined = await reading
  const turn = new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))
  while (next?.done === false) {
    const chunk = bytesOnly(next.value)
    chunks.push(chunk)
    size += chunk.length
    reading = reader.read()
    next = size > limit ? undefined : await Promise.race([reading, turn])
  }
  if (next !== undefined) return { bytes: Buffer.concat(chunks) }
  return { rest: resume(chunks, reader, reading), isTooLarge: size > limit }
}

type Reader = ReadableStreamDefaultReader<unknown>
type ReadResult = Awaited<ReturnType<Reader['read']>>

/** A stream of the chunks read so far, the pending one, and the rest. */
function resume(
  chunks: readonly Uint8Array[],
  reader: Reader,
  reading: Promise<ReadResult>,
): ReadableStream<Uint8Array> {
  const waiting: (Uint8Array | Promise<ReadResult>)[] = [...chunks, reading]
  // The reader of the stream receives the error; until then there is no listener.
  reading.catch(() => undefined)
  return new ReadableStream(
    {
      async pull(controller) {
        const next = waiting.shift() ?? reader.read()
        const { done, value } = next instanceof Uint8Array ? { done: false, value: next } : await next
        if (done) controller.close()
        else controller.enqueue(bytesOnly(value))
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
