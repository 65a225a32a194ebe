import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A signal that follows another one and belongs to the execution context it is created in: its listeners run there, and
 * a plugin's changes to it affect no other.
 */
export function ownSignal(source: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const follow = AsyncLocalStorage.bind(() => controller.abort(source.reason))
  if (source.aborted) follow()
  else source.addEventListener('abort', follow, { once: true })
  return controller.signal
}
