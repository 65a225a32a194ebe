/**
 * Repeats a call that is safe to repeat:
 *
 *   asked ──answer──► done
 *     │ ├─ isPassing() and attempts and time are left ──► waiting ── waitBefore() is over ──► asked
 *     │ └─ otherwise ──► the last ClientError
 *   waiting ── the signal aborts ──► its reason
 *
 * A change without a key stored by the host never comes here: its effect is unknown when its answer is lost.
 */
import type { ClientClock } from './client-clock.ts'
import { isPassing } from './is-passing.ts'
import type { RetryOptions } from './retry-options.ts'
import { waitBefore } from './wait-before.ts'

/** How a call is tried. */
export interface RetryPlan extends RetryOptions {
  readonly clock: ClientClock
  readonly signal?: AbortSignal | undefined
}

/** @param ask gets its time limit, in milliseconds; the first attempt has that of every call */
export async function withRetries<Result>(
  ask: (milliseconds: number) => Promise<Result>,
  { clock, signal, attempts = 3, withinMilliseconds = 90_000 }: RetryPlan,
): Promise<Result> {
  const end = clock.now() + withinMilliseconds
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask(failures === 0 ? Infinity : end - clock.now())
    } catch (error) {
      if (failures + 1 >= attempts || !isPassing(error)) throw error
      const wait = waitBefore(error, failures, clock.random())
      if (clock.now() + wait >= end) throw error
      await clock.sleep(wait, signal)
    }
  }
}
