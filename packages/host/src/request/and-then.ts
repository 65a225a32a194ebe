import type { MaybePromise } from '@host/plugin'

/**
 * Continues with a value synchronously, or when its promise settles: middleware with nothing to wait for does not wait.
 */
export function andThen<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
