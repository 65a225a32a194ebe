/**
 * Holds all background work of an instance that was restored from a backup, until an instance admin releases it: jobs,
 * emails and webhooks that were due at the time of the backup may have been sent since. They wait, and run once then.
 *
 *   restored: a row without `released_at` --release--> released, on every process
 *
 * A process reads the row before its jobs start, and again when another one publishes a change, and every few seconds.
 */
import type { Log } from '@host/plugin'
import type { HeldRestore, RestoreHoldService } from '@host/plugin/platform'
import type { Bus } from '../database/bus/bus.ts'
import type { BackgroundPauses } from '../jobs/background-pauses.ts'
import { runPeriodically } from '../support/periodic.ts'
import type { BackgroundWorkDatabase } from './models.ts'

/** Options of the hold. */
export interface RestoreHoldOptions {
  readonly db: BackgroundWorkDatabase
  readonly bus: Bus
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  /** Called when the hold has ended, on the process that ended it. */
  readonly onChange: () => void
}

const topic = 'restore-hold'
const readEvery = 5_000

export class RestoreHold implements RestoreHoldService {
  readonly #options: RestoreHoldOptions
  #held: HeldRestore | undefined
  #lastRestoreAt: string | undefined
  #wake: () => void = () => undefined

  constructor(options: RestoreHoldOptions) {
    this.#options = options
  }

  /** Nothing runs while work is held; otherwise what the given pauses let run. */
  over(pauses: BackgroundPauses): BackgroundPauses {
    const isHeld = (): boolean => this.#held !== undefined
    return Object.freeze<BackgroundPauses>({
      get isHeld() {
        return isHeld()
      },
      allowance: (plugin) => pauses.allowance(plugin),
      began: (plugin) => pauses.began(plugin),
      ended: (attempt) => pauses.ended(attempt),
    })
  }

  /** Registers the callback for jobs that may run. */
  onRelease(wake: () => void): void {
    this.#wake = wake
  }

  async state(): Promise<HeldRestore | undefined> {
    await this.#read()
    return this.#held
  }

  get lastRestoreAt(): string | undefined {
    return this.#lastRestoreAt
  }

  async release(by: string): Promise<boolean> {
    const { db, bus, clock, log, onChange } = this.#options
    const released = await db
      .updateTable('host_restores')
      .set({ released_at: new Date(clock()).toISOString(), released_by: by })
      .where('released_at', 'is', null)
      .returning('backup_id')
      .execute()
    await this.#read()
    if (released.length === 0) return false
    bus.publish(topic, '')
    log.info('Background work released after a restore', { by })
    onChange()
    return true
  }

  /** Reads the hold, and keeps it current. @returns a function that stops it */
  async start(): Promise<() => Promise<void>> {
    const { bus, log } = this.#options
    const restores = this.#options.db.selectFrom('host_restores').select('restored_at').orderBy('id', 'desc').limit(1)
    this.#lastRestoreAt = (await restores.executeTakeFirst())?.restored_at
    await this.#read()
    if (this.#held !== undefined) {
      log.warn('Restored from a backup: no job runs and nothing is sent until an instance admin releases it', {
        ...this.#held,
      })
    }
    const onError = (error: unknown): void => log.debug('The hold of a restore could not be read', { err: error })
    const read = (): void => void this.#read().catch(onError)
    const leave = bus.subscribe(topic, { onMessage: read, onGap: read })
    const stop = runPeriodically({ every: readEvery, work: async () => await this.#read(), onError })
    return async () => {
      leave()
      await stop()
    }
  }

  async #read(): Promise<void> {
    const wasHeld = this.#held !== undefined
    const row = await this.#options.db
      .selectFrom('host_restores')
      .select(['backup_id', 'backup_at', 'restored_at'])
      .where('released_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    this.#held = row && { backupId: row.backup_id, backupAt: row.backup_at, restoredAt: row.restored_at }
    if (wasHeld && this.#held === undefined) this.#wake()
  }
}
