import type { MaybePromise } from '@host/plugin'

/** Goes on with a value at once, or when its promise settles: a room that has nothing to wait for does not wait. */
export function andThen<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
