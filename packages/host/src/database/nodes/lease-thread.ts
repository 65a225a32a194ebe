import type { Stall, WatchOrder } from '../../support/stalls/watch-order.ts'
import type { Statement } from '../statement.ts'

/** Statements that are run repeatedly, because their effect expires. */
export interface LeaseRenewal {
  /** Run in order; each stands alone. */
  readonly statements: readonly Statement[]
  /** Milliseconds between two runs. */
  readonly every: number
  /** For how many milliseconds the effect of a run holds. */
  readonly holds: number
  /** Called with a reason when no run has succeeded for that long, and without one when a run succeeded again. */
  onChange(lapsed: string | undefined): void
}

/** A thread beside the main one, for work that must happen in time however busy the main thread is. */
export interface LeaseThread {
  /** Runs the statements now and again from then on. Resolves after the first run; rejects when that fails. */
  keep(renewal: LeaseRenewal): Promise<void>
  /** Ends the runs; none is under way when it resolves. */
  release(): Promise<void>
  /** Watches the main thread from then on. */
  watch(order: WatchOrder, onStall: (stall: Stall) => void): void
}
