import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A lazy component that can be loaded ahead of its first show. */
export interface LazyPart<Props> extends LazyExoticComponent<ComponentType<Props>> {
  /** Loads the chunk. @throws what loading it threw */
  readonly load: () => Promise<void>
}

/**
 * A component in a chunk of its own. Once that is there, React shows it at once: it suspends for every promise that it
 * does not know, also for one that is settled, and holds back what follows a fallback for a third of a second.
 */
export function lazyPart<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>): LazyPart<Props> {
  let loaded: { readonly default: ComponentType<Props> } | undefined
  const start = async () => (loaded = await load())
  return Object.assign(
    lazy(() => (loaded === undefined ? start() : atOnce(loaded))),
    { load: () => start().then(() => undefined) },
  )
}

/** A promise that tells its value before `then` returns. */
function atOnce<Value extends object>(value: Value): Promise<Value> {
  const promise: Promise<Value> = Promise.resolve<Value>(value)
  // oxlint-disable-next-line unicorn/no-thenable -- React reads what `then` tells it at once, and draws without a fallback
  promise.then = (take: ((told: Value) => unknown) | null | undefined) => (take?.(value), promise) as never
  return promise
}
