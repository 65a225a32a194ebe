import { DnsError } from '../dns-error.ts'

/** Ends an exchange with a server, by its time limit or by the caller. */
export class Deadline {
  readonly signal: AbortSignal
  readonly #caller: AbortSignal | undefined

  constructor(milliseconds: number, caller: AbortSignal | undefined) {
    caller?.throwIfAborted()
    const limit = AbortSignal.timeout(milliseconds)
    this.#caller = caller
    this.signal = caller === undefined ? limit : AbortSignal.any([limit, caller])
  }

  /** The error to throw for a failure of the socket: the caller's reason, a timeout, or an unreachable server. */
  explain(failure: unknown, address: string): unknown {
    if (this.#caller?.aborted === true) return this.#caller.reason
    if (this.signal.aborted) return timeoutError(address)
    if (failure instanceof DnsError) return failure
    return new DnsError('unreachable', `The server at ${address} can't be reached (${codeOf(failure)}).`)
  }
}

export function timeoutError(address: string): DnsError {
  return new DnsError('timeout', `The server at ${address} didn't answer in time.`)
}

function codeOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : 'no reason'
}
