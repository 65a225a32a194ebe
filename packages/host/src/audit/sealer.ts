/**
 * Seals what is written, every second. This process knows where it wrote entries itself and looks there; a sweep at the
 * start and every minute finds what a process left behind that ended in between.
 *
 *   stopped --start--> resting --tick--> at work --> resting --stop--> one last round --> stopped
 */
import type { Log } from '@host/plugin'
import type { AuditChains } from './audit-chains.ts'
import { ChainBroken } from './chain-broken.ts'
import type { ChainStore } from './chain-store.ts'
import { instanceOrgId } from './models.ts'

const second = 1_000
const ticksPerSweep = 60
/** Rounds without an entry after which a workspace is left alone: longer than a transaction may stay open. */
const idleRounds = 10

/** What the sealer works with. */
export interface SealerOptions {
  readonly chains: AuditChains
  readonly store: ChainStore
  readonly log: Log
}

export class Sealer {
  readonly #options: SealerOptions
  /** Workspaces to look at, with the rounds in which nothing was there. */
  readonly #watched = new Map<string, number>()
  /** Chains that were reported to be broken. */
  readonly #broken = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> | undefined
  #ticks = 0

  constructor(options: SealerOptions) {
    this.#options = options
  }

  /** Tells of a workspace in whose log an entry was written, or is about to be. */
  watch(orgId: string): void {
    this.#watched.set(orgId, 0)
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), second).unref()
    this.#tick()
  }

  /** Ends after a last round. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#work
    await this.round()
  }

  /** Seals what waits in every workspace that is watched. Never rejects. */
  async round(): Promise<void> {
    for (const [orgId, idle] of Array.from(this.#watched)) {
      // Counted before the look, so that a wish which comes during it is kept.
      if (idle === idleRounds) this.#watched.delete(orgId)
      else this.#watched.set(orgId, idle + 1)
      if ((await this.#seal(orgId)) > 0) this.watch(orgId)
    }
  }

  /** Finds the workspaces in whose logs entries wait, whoever wrote them. Never rejects. */
  async sweep(): Promise<void> {
    try {
      for (const orgId of await this.#options.store.waiting(instanceOrgId)) this.watch(orgId)
    } catch (error) {
      this.#options.log.warn('Entries of the audit log that wait for their seal could not be looked for', { error })
    }
  }

  #tick(): void {
    this.#work ??= this.#run().finally(() => {
      this.#work = undefined
    })
  }

  async #run(): Promise<void> {
    if (this.#ticks % ticksPerSweep === 0) await this.sweep()
    this.#ticks += 1
    await this.round()
  }

  async #seal(orgId: string): Promise<number> {
    let total = 0
    try {
      for (let sealed = 1; sealed > 0; total += sealed) sealed = await this.#options.chains.append(orgId)
    } catch (error) {
      this.#report(orgId, error)
    }
    return total
  }

  #report(orgId: string, error: unknown): void {
    if (!(error instanceof ChainBroken)) {
      this.#options.log.warn('Entries of the audit log could not be sealed', { error, workspace: orgId })
    } else if (!this.#broken.has(orgId)) {
      this.#broken.add(orgId)
      this.#options.log.error(error.message, { workspace: orgId })
    }
  }
}
