import type { Room } from '../middleware/request-state.ts'

/** How the rooms of a route are folded for calls from inside of the build. */
export interface InsideFolds {
  answer(): Room
  /** The same as far as the handler; undefined for a route that is not a typed endpoint. */
  readonly dryRun: (() => Room) | undefined
}

/** A route's rooms for calls from inside, each folded when the first call wants it. */
export class InternalPipeline {
  readonly #folds: InsideFolds
  #answer: Room | undefined
  #dryRun: Room | undefined

  constructor(folds: InsideFolds) {
    this.#folds = folds
  }

  get answer(): Room {
    return (this.#answer ??= this.#folds.answer())
  }

  get dryRun(): Room | undefined {
    return (this.#dryRun ??= this.#folds.dryRun?.())
  }
}
