import type { Caller } from '../../request/caller.ts'
import type { RequestMetrics } from '../metrics/request-metrics.ts'
import type { UsageMeter } from './usage-meter.ts'

/** Facts of a request, known when its answer is sent. */
export interface CountedCall {
  readonly request: Pick<Request, 'method'>
  readonly plugin: string
  readonly caller?: Caller | undefined
  /** When it came in, by `performance.now`; -1 once it has been counted. */
  since: number
}

const firstFault = 500

/** Request metrics, which may be enabled while the host runs. */
export interface MeteredRequests {
  readonly requests: RequestMetrics | undefined
}

/** Counts each request once, when its answer is ready to leave. */
export class CallCounter {
  readonly #usage: UsageMeter
  readonly #metrics: MeteredRequests

  constructor(usage: UsageMeter, metrics: MeteredRequests) {
    this.#usage = usage
    this.#metrics = metrics
  }

  /** @param status of the answer; a second one stands in for an answer that could not be sent */
  count(call: CountedCall, status: number): void {
    const { plugin, request, since } = call
    const tally = this.#usage.ofCaller(plugin, call.caller)
    if (since < 0) return status >= firstFault ? tally.noteFault() : undefined
    const milliseconds = performance.now() - since
    call.since = -1
    tally.noteCall(milliseconds, status >= firstFault)
    this.#metrics.requests?.note(plugin, { method: request.method, status }, milliseconds / 1000)
  }
}
