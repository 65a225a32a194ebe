import type { Caller } from '../identity/caller.ts'
import type { UsageMeter } from './usage-meter.ts'

/** What is known of a request when its answer leaves. */
export interface CountedCall {
  readonly plugin: string
  readonly caller?: Caller | undefined
  /** When it came in, by `performance.now`; -1 once it has been counted. */
  since: number
}

/** Counts each request once, when its answer is ready to leave. */
export class CallCounter {
  readonly #usage: UsageMeter

  constructor(usage: UsageMeter) {
    this.#usage = usage
  }

  /** @param status of the answer; a second one stands in for an answer that could not be sent */
  count(call: CountedCall, status: number): void {
    const tally = this.#usage.of(call.plugin, call.caller?.orgId)
    const { since } = call
    if (since < 0) return status >= firstFault ? tally.noteFault() : undefined
    call.since = -1
    tally.noteCall(performance.now() - since, status >= firstFault)
  }
}

const firstFault = 500
