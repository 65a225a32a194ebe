/**
 * Seals waiting entries, every second, of any writer: those left by a process that ended are sealed by the next one.
 *
 *   stopped --start--> resting --a second--> at work --> resting --stop--> one last round --> stopped
 */
import type { Log } from '@host/plugin'
import type { AuditChains } from './audit-chains.ts'
import { runPeriodically } from '../support/periodic.ts'
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

  constructor(options: SealerOptions) {
    this.#options = options
  }

  /** Seals from now on. @returns how to end that after a last round, before the database closes */
  start(): () => Promise<void> {
    return runPeriodically({
      every: second,
      isRunAtStop: true,
      work: async () => await this.round(),
      onError: (error) => this.#options.log.warn('Unsealed audit log entries could not be found', { error }),
    })
  }

  /** Seals the waiting entries of every workspace. */
  async round(): Promise<void> {
    const { store } = this.#options
    let orgId = await store.waitingAfter('')
    while (orgId !== undefined) {
      await this.#seal(orgId)
      orgId = await store.waitingAfter(orgId)
    }
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
