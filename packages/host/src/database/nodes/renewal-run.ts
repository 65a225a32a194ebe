/**
 * An renewal in its thread.
 *
 *   waiting --every, or a second after a failure--> running --> waiting
 *   either --end--> over
 */
import type { PlainStatement } from '../sqlite/prepared-statements.ts'
import type { RenewalOrder } from './lease-thread-messages.ts'
import { RenewalState } from './renewal-state.ts'

/** How soon a run that failed is tried again, in milliseconds. */
const retryAfter = 1_000

/** Runs statements in order. Rejects when one fails. */
export type RunStatements = (statements: readonly PlainStatement[]) => Promise<void>

export class RenewalRun {
  readonly #order: RenewalOrder
  readonly #run: RunStatements
  readonly #state: RenewalState
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isOver = false

  private constructor(order: RenewalOrder, run: RunStatements, onChange: (lapsed: string | undefined) => void) {
    this.#order = order
    this.#run = run
    this.#state = new RenewalState(order.holds, performance.now(), onChange)
    this.#wait(order.every)
  }

  /** Runs the statements for the first time, and again and again when that succeeded. */
  static async begin(
    order: RenewalOrder,
    run: RunStatements,
    onChange: (lapsed: string | undefined) => void,
  ): Promise<RenewalRun> {
    await run(order.statements)
    return new RenewalRun(order, run, onChange)
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
