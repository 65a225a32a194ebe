import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A signal that follows another one and belongs to whoever's frame it is made in: its listeners run there, and what a
 * plugin does to it reaches no one else.
 */
export function ownSignal(source: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const follow = AsyncLocalStorage.bind(() => controller.abort(source.reason))
  if (source.aborted) follow()
  else source.addEventListener('abort', follow, { once: true })
  return controller.signal
}
