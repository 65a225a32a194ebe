/**
 * Erases the workspaces whose grace period is over. Every process checks once a minute.
 *
 *   due --erase--> erased
 *   due --a part fails--> failed (everything in place) --an hour--> due
 *
 * A clock set forward by mistake would make all of them due at once, and no correction brings one back. So nothing is
 * erased until the clock has run evenly for an hour.
 */
import type { Log } from '@host/plugin'
import { ClockDriftGuard } from '../support/clock-drift-guard.ts'
import type { Faults } from '../observability/containment/faults.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { SilentChange } from '../domain-changes/domain-change.ts'
import type { HostDatabase } from '../identity/index.ts'
import { runPeriodically } from '../support/periodic.ts'
import { iso } from '../support/time.ts'
import { PluginPartFailed } from './plugin-part-failed.ts'

const minute = 60_000
const hour = 60 * minute
/** Workspaces of one look. */
const mostAtOnce = 20

/** Options of the eraser. */
export interface EraserOptions {
  readonly db: HostDatabase
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  readonly faults: Faults
  readonly recorder: ChangeRecorder<SilentChange>
  /** Erases one workspace. @returns false when there is nothing to do any more */
  readonly erase: (orgId: string) => Promise<boolean>
  /** Takes a workspace out of the memory of every process. */
  readonly forget: (orgId: string) => Promise<void>
}

export class Eraser {
  readonly #options: EraserOptions
  readonly #driftGuard: ClockDriftGuard

  constructor(options: EraserOptions) {
    this.#options = options
    this.#driftGuard = new ClockDriftGuard(options.clock)
  }

  /** Looks from now on. @returns how to end that, before the database closes */
  start(): () => Promise<void> {
    return runPeriodically({
      every: minute,
      work: async () => (this.#driftGuard.isStable() ? await this.round() : undefined),
      onError: (error) => this.#options.log.warn('Workspaces due for deletion could not be found', { error }),
    })
  }

  /** Erases due workspaces. */
  async round(): Promise<void> {
    for (const orgId of await this.#due()) await this.#erase(orgId)
  }

  async #due(): Promise<readonly string[]> {
    const { db, clock } = this.#options
    const rows = await db
      .selectFrom('workspaces')
      .select('id')
      .where('erase_at', '<=', iso(clock()))
      .where((where) =>
        where.or([where('erase_failed_at', 'is', null), where('erase_failed_at', '<=', iso(clock() - hour))]),
      )
      .orderBy('erase_at')
      .limit(mostAtOnce)
      .execute()
    return rows.map(({ id }) => id)
  }

  async #erase(orgId: string): Promise<void> {
    const { erase, forget, log } = this.#options
    try {
      if (!(await erase(orgId))) return
      log.info('Workspace deleted', { workspace: orgId })
      await forget(orgId)
    } catch (error) {
      await this.#postpone(orgId, error)
    }
  }

  /** Reports the cause to the operator and in the audit log of the instance. */
  async #postpone(orgId: string, error: unknown): Promise<void> {
    const { db, clock, log, faults, recorder } = this.#options
    const plugin = error instanceof PluginPartFailed ? error.plugin : undefined
    log.error('A workspace could not be deleted and is unchanged; retrying in an hour', {
      error,
      workspace: orgId,
    })
    if (plugin !== undefined) faults.report({ plugin, kind: 'hook', error })
    await db.transaction(async (queries) => {
      await queries
        .updateTable('workspaces')
        .set({ erase_failed_at: iso(clock()) })
        .where('id', '=', orgId)
        .execute()
      await recorder.record({ kind: 'workspace.erase_failed', workspaceId: orgId, plugin: plugin ?? null })
    })
  }
}
