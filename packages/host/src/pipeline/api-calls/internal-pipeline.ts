import type { Middleware } from '../../request/request-state.ts'

/** How the middleware of a route are folded for calls from inside of the build. */
export interface InsideFolds {
  answer(): Middleware
  /** The same as far as the handler; undefined for a route that is not a typed endpoint. */
  readonly dryRun: (() => Middleware) | undefined
}

/** A route's middleware for calls from inside, each folded when the first call wants it. */
export class InternalPipeline {
  readonly #folds: InsideFolds
  #answer: Middleware | undefined
  #dryRun: Middleware | undefined

  constructor(folds: InsideFolds) {
    this.#folds = folds
  }

  get answer(): Middleware {
    return (this.#answer ??= this.#folds.answer())
  }

  get dryRun(): Middleware | undefined {
    return (this.#dryRun ??= this.#folds.dryRun?.())
  }
}
