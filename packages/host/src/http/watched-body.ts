/**
 * Streamed bodies, watched. The adapter cuts the connection silently when a body fails; here the error is reported
 * first. Server-sent events are ended when the host stops, whether their plugin cooperates or not, so that an open page
 * does not hold the process until the deadline.
 */
import { isStreamed } from '@host/plugin/platform'
import { FastResponse } from 'srvx'

/** Dependencies of a watched body. */
export interface BodyWatch {
  /** Receives errors of the body's producer, thrown while producing or while being canceled. */
  readonly onError: (error: unknown) => void
  /** Calls the body's producer in its own execution context, so that work it starts is attributed to it. */
  readonly enter: <Result>(work: () => Result) => Result
  /** Aborts when the host stops. */
  readonly stopping: AbortSignal
}

/** The response with its body watched, when it has a body that is produced while it is sent. */
export function watchBody(response: Response, watch: BodyWatch): Response {
  // A FastResponse that isn't marked holds its whole body; asking it for a stream would build a platform Response.
  if (!isStreamed(response) && '_toNodeResponse' in response) return response
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const isEvents = headers.get('content-type')?.startsWith('text/event-stream') === true
  const watched = new ReadableStream(new WatchedSource(body, watch, isEvents), { highWaterMark: 0 })
  return new FastResponse(watched, { status, statusText, headers })
}

/** Hands chunks on until the producer ends or fails, the client leaves, or the host stops; whichever is first. */
class WatchedSource {
  readonly #reader: ReadableStreamDefaultReader<unknown>
  readonly #watch: BodyWatch
  readonly #endsOnStop: boolean
  #stop = (): void => undefined
  #isOver = false

  constructor(body: ReadableStream<unknown>, watch: BodyWatch, endsOnStop: boolean) {
    this.#reader = body.getReader()
    this.#watch = watch
    this.#endsOnStop = endsOnStop
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (!this.#endsOnStop) return
    const { stopping } = this.#watch
    this.#stop = () => {
      this.#leave(stopping.reason)
      controller.close()
    }
    if (stopping.aborted) this.#stop()
    else stopping.addEventListener('abort', this.#stop, { once: true })
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      const { done, value } = await this.#watch.enter(() => this.#reader.read())
      if (this.#isOver) return
      if (!done) {
        controller.enqueue(bytesOnly(value))
        return
      }
      this.#finish()
      controller.close()
    } catch (error) {
      if (this.#isOver) return
      this.#leave(error)
      this.#watch.onError(error)
      controller.error(error)
    }
  }

  cancel(reason: unknown): void {
    this.#leave(reason)
  }

  #leave(reason: unknown): void {
    this.#finish()
    const { enter, onError } = this.#watch
    enter(() => this.#reader.cancel(reason)).catch((error: unknown) => {
      if (error !== reason) onError(error)
    })
  }

  #finish(): void {
    this.#isOver = true
    this.#watch.stopping.removeEventListener('abort', this.#stop)
  }
}

/** A chunk of a body. @throws TypeError for anything but bytes */
export function bytesOnly(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk
  throw new TypeError(`A streamed body must produce bytes, not ${typeof chunk}; encode text with TextEncoder.`)
}
