/**
 * Removes expired entries, every hour. A clock set forward by mistake would expire all of them at once, and correcting
 * it brings none back; so nothing is removed until the clock has run evenly for an hour.
 */
import type { Log } from '@host/plugin'
import { auditRetention } from '@host/plugin/platform'
import type { AuditChains } from './audit-chains.ts'
import type { ChainStore } from './chain-store.ts'
import { ClockDriftGuard } from '../support/clock-drift-guard.ts'
import { runPeriodically } from '../support/periodic.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const chainsPerPage = 200

/** Options of expiry. */
export interface ExpiryOptions {
  readonly chains: AuditChains
  readonly store: ChainStore
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

export class Expiry {
  readonly #options: ExpiryOptions
  readonly #driftGuard: ClockDriftGuard
  #lastRound = Number.NEGATIVE_INFINITY

  constructor(options: ExpiryOptions) {
    this.#options = options
    this.#driftGuard = new ClockDriftGuard(options.clock)
  }

  /** Removes from now on. @returns how to end that, before the database closes */
  start(): () => Promise<void> {
    return runPeriodically({
      every: minute,
      work: async () => await this.#look(),
      onError: (error) => this.#options.log.warn('Expired audit log entries could not be found', { error }),
    })
  }

  /** Removes expired entries of every chain. */
  async round(): Promise<void> {
    const { store } = this.#options
    let last = ''
    for (
      let page = await store.page(last, chainsPerPage);
      page.length > 0;
      page = await store.page(last, chainsPerPage)
    ) {
      for (const { org_id: orgId, retention_days: days } of page) await this.#expire(orgId, days)
      last = page.at(-1)?.org_id ?? last
    }
  }

  async #look(): Promise<void> {
    const isStable = this.#driftGuard.isStable()
    if (!isStable || performance.now() - this.#lastRound < hour) return
    this.#lastRound = performance.now()
    await this.round()
  }

  async #expire(orgId: string, days: number | null): Promise<void> {
    const { chains, clock, log } = this.#options
    const before = new Date(clock() - (days ?? auditRetention.usual) * day).toISOString()
    try {
      let removed = 1
      while (removed > 0) removed = await chains.expire(orgId, before)
    } catch (error) {
      log.error('Expired audit log entries were kept', { error, workspace: orgId })
    }
  }
}
