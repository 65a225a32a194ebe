/**
 * A handler under a claim, and the record of its end.
 *
 * The promise: a sent answer is stored, and a stored one never runs again. A handler whose answer was not sent may run
 * again once its key is free: when it failed, when its answer could not be stored, or when its process died and its
 * lease ended. With `atomic` its writes commit with its answer, so that its effects exist once or not at all.
 *
 * A claim may be lost while the handler runs, when this process was paused for longer than its lease. Then the answer
 * is neither stored nor sent: the call is answered as the repeat that it has become.
 *
 * Neither a client that leaves nor a late answer ends a handler: its key stays in flight until it has settled.
 */
import { limits, type Log } from '@host/plugin'
import { DatabaseError } from '../database/database-error.ts'
import { HeldTransaction } from '../database/held-transaction.ts'
import type { Transactor } from '../database/transactor.ts'
import type { Connection } from '../database/driver.ts'
import type { Vault } from '../security/encryption/vault.ts'
import { asProblem, problemResponse } from '../http/problem.ts'
import { checkAnswer } from '../request/check-answer.ts'
import type { RequestState } from '../request/request-state.ts'
import { captureAnswer, type CapturedAnswer } from './captured-answer.ts'
import type { Claim, EntryStore } from './entry-store.ts'
import type { KeyedCall } from './keyed-call.ts'
import type { EntryName } from './keyed-request.ts'
import { storeUnavailable } from './refusals.ts'
import { sealAnswer } from './sealed-answer.ts'
import { endings, isFailure, type StepListener } from './states.ts'

/** Options of handler runs. */
export interface HandlerRunOptions {
  readonly store: EntryStore
  readonly vault: Vault
  readonly database: Transactor
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  readonly onStep: StepListener | undefined
}

/** A claim, with its key. */
export interface NamedClaim extends Claim {
  readonly name: EntryName
}

export class HandlerRun {
  readonly #options: HandlerRunOptions

  constructor(options: HandlerRunOptions) {
    this.#options = options
  }

  /** Runs the handler of a call. @returns undefined when the claim was lost meanwhile @throws the handler's error */
  async run(call: KeyedCall, claim: NamedClaim): Promise<Response | undefined> {
    call.state.outliveCall()
    try {
      return await (call.runOn === undefined ? this.#runAlone(call, claim) : this.#runAtomic(call, claim))
    } catch (error) {
      await this.#release(claim)
      if (error instanceof FailedAnswer) return error.response
      throw error
    }
  }

  async #runAlone(call: KeyedCall, claim: NamedClaim): Promise<Response | undefined> {
    return await this.#finish(claim, await this.#handle(call).catch((error: unknown) => refusal(error, call.state)))
  }

  /** An error of the handler rolls its writes back, as in any transaction; the answer to it is stored by itself. */
  async #runAtomic(call: KeyedCall, claim: NamedClaim): Promise<Response | undefined> {
    let answer: CapturedAnswer | undefined
    try {
      await using _prepared = await call.prepare?.()
      await this.#transact(call, async (connection) => {
        const handled = await this.#handle(call)
        if (!(await this.#keep(claim, handled, connection))) throw new ClaimLost(handled.response)
        this.#options.onStep?.('kept')
        answer = handled
      })
    } catch (error) {
      if (error instanceof ClaimLost) return discard(error.response)
      if (answer === undefined) return await this.#finish(claim, await refusal(error, call.state))
      discard(answer.response)
      throw storeUnavailable(error)
    }
    this.#options.onStep?.('stored')
    return answer?.response
  }

  async #transact(call: KeyedCall, work: (connection: Connection) => Promise<void>): Promise<void> {
    const { database } = this.#options
    await database.transaction(
      async (connection) => {
        call.runOn?.(new HeldTransaction(database.dialect, connection))
        await work(connection)
      },
      { tenant: call.holder },
    )
  }

  async #handle(call: KeyedCall): Promise<CapturedAnswer> {
    const response = await this.#settle(call)
    checkAnswer(call.state.plugin, response)
    if (isFailure(response.status)) throw new FailedAnswer(response)
    const answer = await captureAnswer(response)
    return call.keepsAnswer ? answer : withheld(answer)
  }

  async #settle(call: KeyedCall): Promise<unknown> {
    try {
      return await call.run()
    } finally {
      this.#options.onStep?.('handled')
    }
  }

  async #finish(claim: NamedClaim, answer: CapturedAnswer): Promise<Response | undefined> {
    if (!(await this.#keep(claim, answer))) return discard(answer.response)
    this.#options.onStep?.('stored')
    return answer.response
  }

  /** Writes how the handler ended. @throws Problem `service_unavailable` when the store did not take it */
  async #keep(claim: NamedClaim, answer: CapturedAnswer, on?: Connection): Promise<boolean> {
    const { store, vault, clock } = this.#options
    const { ending, status } = answer
    try {
      const kept = {
        state: endings[ending],
        status,
        answer: ending === 'complete' ? await sealAnswer(vault, claim.name, answer) : null,
        expiresAt: clock() + limits.idempotencyWindow,
      }
      return await store.keep(claim, kept, on)
    } catch (error) {
      discard(answer.response)
      throw isOverByHandler(error) ? error : storeUnavailable(error)
    }
  }

  /** Frees the key. When that fails too, the next claim of this process, or the end of its lease, does. */
  async #release(claim: NamedClaim): Promise<void> {
    const { store, log, onStep } = this.#options
    try {
      await store.release(claim)
      onStep?.('released')
    } catch (error) {
      log.warn('An idempotency key could not be released; the next request on this process can claim it', { error })
    }
  }
}

/** A failure that a handler answered instead of throwing it; thrown so that it goes the same way. */
class FailedAnswer extends Error {
  readonly response: Response

  constructor(response: Response) {
    super('The handler returned an error.')
    this.response = response
  }
}

class ClaimLost extends FailedAnswer {}

/** An answer that is sent and of which only the status is kept. */
function withheld(answer: CapturedAnswer): CapturedAnswer {
  return { ...answer, ending: 'withheld', headers: {}, body: null }
}

/** A handler's error as the answer to store. @throws the same error when it is a failure */
async function refusal(error: unknown, state: RequestState): Promise<CapturedAnswer> {
  const problem = error instanceof FailedAnswer ? undefined : asProblem(error)
  if (problem === undefined || isFailure(problem.status)) throw error
  return await captureAnswer(problemResponse(problem, state))
}

/** Whether a transaction takes no answer because of its handler: a query failed, or it took too long. */
function isOverByHandler(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === 'transaction_over' || error.code === 'transaction_timeout')
}

/** Ends the body of an answer that is not sent. */
function discard(response: Response): undefined {
  response.body?.cancel().catch(() => undefined)
}
