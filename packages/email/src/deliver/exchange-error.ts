import type { Outcome } from './outcome.ts'

/** Ends a dialogue with a server, with the outcome for all recipients that have none yet. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  readonly outcome: Outcome
  /** Whether another server of the destination may be asked. */
  readonly isForNextServer: boolean

  constructor(outcome: Outcome, isForNextServer = true) {
    super(outcome.reply.text)
    this.outcome = outcome
    this.isForNextServer = isForNextServer
  }
}
