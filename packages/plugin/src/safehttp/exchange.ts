import type { Dispatcher } from 'undici'
import { BodyBuffer } from './body-buffer.ts'
import { isRedirect, type HeaderFields, type RawAnswer } from './raw-answer.ts'
import { SafeHttpError } from './safe-http-error.ts'

type Controller = Dispatcher.DispatchController

/**
 * One request on its way: takes the answer in, up to a size, and can be ended at any time. Ending it settles the answer
 * at once, even while the connection is still being opened; the connection is cut as soon as there is one.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #answer = Promise.withResolvers<RawAnswer>()
  readonly #maxBytes: number
  readonly #isHead: boolean
  readonly #body = new BodyBuffer()
  #status = 0
  #headers: HeaderFields = {}
  #controller: Controller | undefined
  #reason: Error | undefined

  constructor({ maxBytes, isHead }: { readonly maxBytes: number; readonly isHead: boolean }) {
    this.#maxBytes = maxBytes
    this.#isHead = isHead
  }

  get answer(): Promise<RawAnswer> {
    return this.#answer.promise
  }

  /** Ends it; the bytes so far are dropped. */
  end(reason: Error): void {
    this.#reason = reason
    this.#body.clear()
    this.#answer.reject(reason)
    this.#controller?.abort(reason)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#reason !== undefined) controller.abort(this.#reason)
  }

  onResponseStart(controller: Controller, status: number, headers: HeaderFields): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    if (isRedirect({ status, headers })) {
      this.onResponseEnd()
      controller.abort(new SafeHttpError('redirect_not_allowed'))
    } else if (!this.#isHead && Number(headers['content-length'] ?? 0) > this.#maxBytes) {
      this.end(new SafeHttpError('too_large'))
    }
  }

  onResponseData(_controller: Controller, piece: Buffer): void {
    if (this.#body.size + piece.length > this.#maxBytes) this.end(new SafeHttpError('too_large'))
    else this.#body.add(piece)
  }

  onResponseEnd(): void {
    this.#answer.resolve({ status: this.#status, headers: this.#headers, body: this.#body.read() })
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#answer.reject(error)
  }
}
