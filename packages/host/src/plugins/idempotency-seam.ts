import type { IdempotencyService } from '@host/plugin'

/**
 * The idempotency service as plugins get it: a handler can be wrapped once. Wrapped twice, the inner one would store
 * under a key that the outer one has already claimed, and answer 409 to its own caller.
 */
export function wrappingOnce(service: IdempotencyService): IdempotencyService {
  const wrapped = new WeakSet<object>()
  return (next, options) => {
    if (wrapped.has(next)) throw new TypeError('a handler can only be made idempotent once; remove the second wrapper')
    const result = service(next, options)
    wrapped.add(result)
    return result
  }
}
