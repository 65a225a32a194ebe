import { nodeExchange } from './node-request.ts'

/**
 * A signal that aborts when the client leaves before the answer is complete or when the host stops; its reason is an
 * `AbortError` in both cases. Made for one request, at the moment somebody asks for it.
 */
export function callSignal(request: Request, stopping: AbortSignal): AbortSignal {
  const response = nodeExchange(request)?.response
  if (response === undefined) return AbortSignal.any([request.signal, stopping])
  const controller = new AbortController()
  const stop = (): void => controller.abort(abortError('The host is stopping.'))
  const leave = (): void => {
    stopping.removeEventListener('abort', stop)
    if (!response.writableEnded) controller.abort(abortError('The client closed the connection.'))
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
