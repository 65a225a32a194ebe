import { setTimeout as sleep } from 'node:timers/promises'
import type { BridgeTarget } from './bridge-target.ts'
import { greetHost } from './greet-host.ts'
import type { HostRefusal } from './host-refusal.ts'

/** The host to watch, and for how long. */
export interface HostWatchOptions {
  readonly target: BridgeTarget
  /** How long to wait before each further look, in milliseconds. */
  readonly lookFor: readonly number[]
  /** The result is no longer needed. */
  readonly ended: AbortSignal
  /** Called when the host is missing after the last check, or refuses the token. */
  onGone(refusal: HostRefusal): void
}

const unauthenticated = 401

/** Looks whether the host is there, for a while; only once at a time. */
export class HostWatch {
  readonly #options: HostWatchOptions
  #isLooking = false

  constructor(options: HostWatchOptions) {
    this.#options = options
  }

  async look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const refusal = await this.#refusal()
    this.#isLooking = false
    if (refusal !== undefined) this.#options.onGone(refusal)
  }

  async #refusal(): Promise<HostRefusal | undefined> {
    const { target, lookFor, ended: signal } = this.#options
    let refusal = await greetHost(target, signal)
    for (const wait of lookFor) {
      if (refusal === undefined || refusal.status === unauthenticated || signal.aborted) break
      await sleep(wait, undefined, { signal }).catch(() => undefined)
      refusal = await greetHost(target, signal)
    }
    return refusal
  }
}
