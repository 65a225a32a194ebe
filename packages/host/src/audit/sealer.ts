/**
 * Seals waiting entries, every second, of any writer: those left by a process that ended are sealed by the next one.
 *
 *   stopped --start--> resting --tick--> at work --> resting --stop--> one last round --> stopped
 */
import type { Log } from '@host/plugin'
import type { AuditChains } from './audit-chains.ts'
import { ChainBroken } from './chain-broken.ts'
import type { ChainStore } from './chain-store.ts'

const second = 1_000

/** Options of the sealer. */
export interface SealerOptions {
  readonly chains: AuditChains
  readonly store: ChainStore
  readonly log: Log
}

export class Sealer {
  readonly #options: SealerOptions
  /** Chains that were reported to be broken. */
  readonly #broken = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> | undefined

  constructor(options: SealerOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), second).unref()
  }

  /** Ends after a last round. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#work
    await this.round()
  }

  /** Seals the waiting entries of every workspace. Never rejects. */
  async round(): Promise<void> {
    try {
      const { store } = this.#options
      let orgId = await store.waitingAfter('')
      while (orgId !== undefined) {
        await this.#seal(orgId)
        orgId = await store.waitingAfter(orgId)
      }
    } catch (error) {
      this.#options.log.warn('Unsealed audit log entries could not be found', { error })
    }
  }

  #tick(): void {
    this.#work ??= this.round().finally(() => {
      this.#work = undefined
    })
  }

  async #seal(orgId: string): Promise<void> {
    try {
      let sealed = 1
      while (sealed > 0) sealed = await this.#options.chains.append(orgId)
    } catch (error) {
      this.#report(orgId, error)
    }
  }

  #report(orgId: string, error: unknown): void {
    if (!(error instanceof ChainBroken)) {
      this.#options.log.warn('Audit log entries could not be sealed', { error, workspace: orgId })
    } else if (!this.#broken.has(orgId)) {
      this.#broken.add(orgId)
      this.#options.log.error(error.message, { workspace: orgId })
    }
  }
}
