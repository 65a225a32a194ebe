import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A lazy component that can be loaded ahead of its first show. */
export interface LazyPart<Props> extends LazyExoticComponent<ComponentType<Props>> {
  /**
   * Loads the chunk.
   * @throws the error of the failed load
   */
  readonly load: () => Promise<void>
}

/**
 * A component in a separate chunk that renders without a fallback once loaded. Otherwise React suspends for every
 * promise it doesn't know, even a settled one, and delays the content after a fallback by a third of a second.
 */
export function lazyPart<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>): LazyPart<Props> {
  let loaded: { readonly default: ComponentType<Props> } | undefined
  const start = async () => (loaded = await load())
  return Object.assign(
    lazy(() => (loaded === undefined ? start() : atOnce(loaded))),
    { load: () => start().then(() => undefined) },
  )
}

/** A promise whose `then` passes on the value synchronously. */
function atOnce<Value extends object>(value: Value): Promise<Value> {
  const promise: Promise<Value> = Promise.resolve<Value>(value)
  // oxlint-disable-next-line unicorn/no-thenable -- React reads the value synchronously and renders no fallback
  promise.then = (take: ((told: Value) => unknown) | null | undefined) => (take?.(value), promise) as never
  return promise
}
