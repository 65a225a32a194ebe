/**
 * The lock and the version of targets. A target is held by one changeset from its first run until it is applied, left or
 * reverted. Taking and releasing it raise its version, so that a plan made before is stale.
 */
import { Problem } from '@host/plugin'
import { iso } from '../support/time.ts'
import type { ChangesetDatabase, ChangesetQueries } from './models.ts'
import type { PartTarget } from './plugin-calls.ts'

/** A changeset that takes a target. */
export interface TargetTaker {
  readonly id: string
  /** The changeset that it reverts, whose lock it takes over. */
  readonly reverts: string | null
  /** The version of the target that its plan saw; undefined when it resumes. */
  readonly version: number | undefined
}

/** Options of the locks. */
export interface TargetLocksOptions {
  readonly db: ChangesetDatabase
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export class TargetLocks {
  readonly #options: TargetLocksOptions

  constructor(options: TargetLocksOptions) {
    this.#options = options
  }

  /** The version of a target; 0 before its first changeset. */
  async version(orgId: string, target: PartTarget, queries: ChangesetQueries = this.#options.db): Promise<number> {
    return (await this.find(orgId, target, queries))?.version ?? 0
  }

  async find(orgId: string, { plugin, kind, target }: PartTarget, queries: ChangesetQueries = this.#options.db) {
    return await queries
      .selectFrom('host_change_targets')
      .select(['id', 'version', 'changeset_id', 'known_from'])
      .where('org_id', '=', orgId)
      .where('plugin', '=', plugin)
      .where('kind', '=', kind)
      .where('target', '=', target)
      .executeTakeFirst()
  }

  /**
   * Takes a target, in a transaction that holds the workspace's row.
   * @returns its new version @throws Problem `target_busy`, `stale_plan`
   */
  async take(queries: ChangesetQueries, { orgId, target, taker }: Taking): Promise<number> {
    const known = await this.find(orgId, target, queries)
    const holder = known?.changeset_id ?? null
    if (holder !== null && holder !== taker.id && holder !== taker.reverts) throw busy(holder)
    if (taker.version !== undefined && (known?.version ?? 0) !== taker.version) throw new Problem('stale_plan')
    return await this.#raise(queries, { orgId, target, known, holder: taker.id })
  }

  /** Raises the version of a free target that changed outside. @returns it @throws Problem `target_busy` */
  async noteDrift(queries: ChangesetQueries, orgId: string, target: PartTarget): Promise<number> {
    const known = await this.find(orgId, target, queries)
    if (known !== undefined && known.changeset_id !== null) throw busy(known.changeset_id)
    return await this.#raise(queries, { orgId, target, known, holder: null })
  }

  /** The history explains a target from now on only. */
  async forgetBefore(queries: ChangesetQueries, orgId: string, { plugin, kind, target }: PartTarget): Promise<void> {
    await queries
      .updateTable('host_change_targets')
      .set({ known_from: iso(this.#options.clock()) })
      .where('org_id', '=', orgId)
      .where('plugin', '=', plugin)
      .where('kind', '=', kind)
      .where('target', '=', target)
      .execute()
  }

  /** Releases the targets that a changeset holds. */
  async release(queries: ChangesetQueries, id: string): Promise<void> {
    await queries
      .updateTable('host_change_targets')
      .set((set) => ({ changeset_id: null, version: set('version', '+', 1) }))
      .where('changeset_id', '=', id)
      .execute()
  }

  async #raise(queries: ChangesetQueries, { orgId, target: place, known, holder }: Raise): Promise<number> {
    const { plugin, kind, target } = place
    const version = (known?.version ?? 0) + 1
    if (known === undefined) {
      const from = iso(this.#options.clock())
      await queries
        .insertInto('host_change_targets')
        .values({ org_id: orgId, plugin, kind, target, version, changeset_id: holder, known_from: from })
        .execute()
    } else {
      await queries
        .updateTable('host_change_targets')
        .set({ version, changeset_id: holder })
        .where('id', '=', known.id)
        .execute()
    }
    return version
  }
}

interface Taking {
  readonly orgId: string
  readonly target: PartTarget
  readonly taker: TargetTaker
}

interface Raise {
  readonly orgId: string
  readonly target: PartTarget
  readonly known: { readonly id: string; readonly version: number } | undefined
  readonly holder: string | null
}

function busy(holder: string): Problem {
  return new Problem('target_busy', {
    detail: {
      en: `The changeset ${holder} is being applied or was interrupted.`,
      zh: `变更集 ${holder} 正在应用或已中断。`,
    },
  })
}
