/**
 * One run of the renewal at a time, over all processes: a row that names its owner until a time.
 *
 *   free --take--> held --release, or 2 minutes without a renewal--> free
 */
import { randomUUID } from 'node:crypto'
import type { Log } from '@host/plugin'
import { runPeriodically } from '../../support/periodic.ts'
import type { AcmeDatabase } from './models.ts'

/** Dependencies of the lease. */
export interface RenewalLeaseOptions {
  readonly db: AcmeDatabase
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Pick<Log, 'warn'>
  /** Milliseconds between two extensions. Default: 30 seconds. */
  readonly leaseEvery?: number
}

/** The lease while a run has it. Disposing releases it. */
export interface HeldLease extends AsyncDisposable {
  /** Aborted with a `LostLease` once another run has it, or may have it, as it could not be extended in time. */
  readonly signal: AbortSignal
  /** Extends it. @returns false once another run has it */
  renew(): Promise<boolean>
}

/** Another run works on the certificates. */
export class LostLease extends Error {
  override readonly name = 'LostLease'
}

const name = 'renewal'
const heldFor = 120_000
const usualEvery = 30_000

export class RenewalLease {
  readonly #options: RenewalLeaseOptions

  constructor(options: RenewalLeaseOptions) {
    this.#options = options
  }

  /** @returns undefined while another run has it */
  async take(): Promise<HeldLease | undefined> {
    const { db, log } = this.#options
    const row = db.insertInto('host_acme_leases').values({ name, held_until: this.#after(0) })
    await row.onConflict((conflict) => conflict.column('name').doNothing()).execute()
    const owner = randomUUID()
    if (!(await this.#claim(owner))) return undefined
    const lost = new AbortController()
    const renew = this.#renewal(owner, lost)
    const onError = (error: unknown): void => log.warn('The lease of the renewal could not be extended', { error })
    const stop = runPeriodically({ every: this.#options.leaseEvery ?? usualEvery, work: renew, onError })
    return {
      signal: lost.signal,
      renew,
      [Symbol.asyncDispose]: async () => {
        await stop()
        const own = db.updateTable('host_acme_leases').set({ owner: null, held_until: this.#after(0) })
        await own.where('name', '=', name).where('owner', '=', owner).execute()
      },
    }
  }

  /** Extends the lease of an owner, or ends its work. */
  #renewal(owner: string, lost: AbortController): () => Promise<boolean> {
    const { clock } = this.#options
    const abort = (): void => lost.abort(new LostLease('Another run works on the certificates.'))
    let heldUntil = clock() + heldFor
    return async () => {
      const until = clock() + heldFor
      try {
        const isHeld = await this.#extend(owner)
        if (isHeld) heldUntil = until
        else abort()
        return isHeld
      } catch (error) {
        if (clock() >= heldUntil) abort()
        throw error
      }
    }
  }

  async #claim(owner: string): Promise<boolean> {
    const row = this.#options.db.updateTable('host_acme_leases').set({ owner, held_until: this.#after(heldFor) })
    const free = row.where('name', '=', name).where((of) => {
      return of.or([of('owner', 'is', null), of('held_until', '<', this.#after(0))])
    })
    return (await free.returning('id').executeTakeFirst()) !== undefined
  }

  async #extend(owner: string): Promise<boolean> {
    const row = this.#options.db.updateTable('host_acme_leases').set({ held_until: this.#after(heldFor) })
    const own = row.where('name', '=', name).where('owner', '=', owner)
    return (await own.returning('id').executeTakeFirst()) !== undefined
  }

  #after(milliseconds: number): string {
    return new Date(this.#options.clock() + milliseconds).toISOString()
  }
}
