import { AsyncLocalStorage } from 'node:async_hooks'
import { nodeExchange } from './node-request.ts'

/**
 * A signal that aborts when the client leaves before the answer is complete or when the host stops; its reason is an
 * `AbortError` in both cases. Created for one request, on first use.
 *
 * It aborts in the execution context of its first user. A listener that throws is an uncaught exception, and one called
 * by the socket without a context would count as an error of the host, which ends the process.
 */
export function callSignal(request: Request, stopping: AbortSignal): AbortSignal {
  const response = nodeExchange(request)?.response
  if (response === undefined) return AbortSignal.any([request.signal, stopping])
  const controller = new AbortController()
  const abort = AsyncLocalStorage.bind((message: string): void => controller.abort(abortError(message)))
  const stop = (): void => abort('The host is stopping.')
  const leave = (): void => {
    stopping.removeEventListener('abort', stop)
    if (!response.writableEnded) abort('The client closed the connection.')
  }
  if (response.destroyed) leave()
  else if (stopping.aborted) stop()
  else {
    stopping.addEventListener('abort', stop, { once: true })
    response.once('close', leave)
  }
  return controller.signal
}

function abortError(message: string): DOMException {
  return new DOMException(message, 'AbortError')
}
