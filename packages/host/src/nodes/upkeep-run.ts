/**
 * An upkeep in its thread.
 *
 *   waiting --every, or a second after a failure--> running --> waiting
 *   either --end--> over
 */
import type { PlainStatement } from '../db/sqlite/prepared-statements.ts'
import type { UpkeepOrder } from './keeper-messages.ts'
import { UpkeepState } from './upkeep-state.ts'

/** How soon a run that failed is tried again, in milliseconds. */
const retryAfter = 1_000

/** Runs statements in order. Rejects when one fails. */
export type RunStatements = (statements: readonly PlainStatement[]) => Promise<void>

export class UpkeepRun {
  readonly #order: UpkeepOrder
  readonly #run: RunStatements
  readonly #state: UpkeepState
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isOver = false

  private constructor(order: UpkeepOrder, run: RunStatements, onChange: (lapsed: string | undefined) => void) {
    this.#order = order
    this.#run = run
    this.#state = new UpkeepState(order.holds, performance.now(), onChange)
    this.#wait(order.every)
  }

  /** Runs the statements for the first time, and again and again when that succeeded. */
  static async begin(
    order: UpkeepOrder,
    run: RunStatements,
    onChange: (lapsed: string | undefined) => void,
  ): Promise<UpkeepRun> {
    await run(order.statements)
    return new UpkeepRun(order, run, onChange)
  }

  async end(): Promise<void> {
    this.#isOver = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #wait(milliseconds: number): void {
    if (this.#isOver) return
    this.#timer = setTimeout(() => {
      this.#running = this.#again()
    }, milliseconds).unref()
  }

  async #again(): Promise<void> {
    const { statements, every } = this.#order
    let failure: string | undefined
    try {
      await this.#run(statements)
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
    this.#state.ran(performance.now(), failure)
    this.#wait(failure === undefined ? every : Math.min(retryAfter, every))
  }
}
