import { AsyncLocalStorage } from 'node:async_hooks'
import { nodeExchange } from './node-request.ts'

/**
 * A signal that aborts when the client leaves before the answer is complete or when the host stops; its reason is an
 * `AbortError` in both cases. Made for one request, at the moment someone asks for it.
 *
 * It aborts in the frame of whoever asked. A listener that throws is an uncaught exception, and one that the socket
 * called in no one's frame would count as a fault of the host, which ends the process.
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
