import { Problem, type ChangeStep } from '@host/plugin'
import { iso } from '../identity/time.ts'
import { lockWorkspace } from '../identity/workspaces/lock-workspace.ts'
import type { HandledChangeKind } from './change-kinds.ts'
import { checkText } from './check-plan.ts'
import { changeLimits } from './change-limits.ts'
import type { ChangesetDatabase } from './models.ts'
import { insertParts, insertSteps } from './plan-store.ts'
import { sizeOf } from './planner.ts'
import { chunksOf, hashOf } from './step-chunks.ts'
import type { TargetLocks } from './target-locks.ts'

/** Options of drift. */
export interface DriftOptions {
  readonly db: ChangesetDatabase
  readonly locks: TargetLocks
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Values that changed outside. */
export interface NewDrift {
  readonly kind: HandledChangeKind
  readonly target: string
  readonly title: string
  readonly steps: readonly ChangeStep[]
}

/**
 * Records an applied changeset without a writer. Values that are too many to store are left out: the history explains the
 * target from then on.
 * @returns its id @throws Problem `target_busy`, `not_found`
 */
export async function recordDrift({ db, locks, clock }: DriftOptions, orgId: string, drift: NewDrift): Promise<string> {
  const { kind, target, steps } = drift
  const title = drift.title.slice(0, changeLimits.title).toWellFormed()
  checkText({ title })
  const place = { plugin: kind.plugin, kind: kind.name, target }
  const all = chunksOf([{ steps }])
  const isStored = sizeOf(all) <= changeLimits.planBytes
  const chunks = isStored ? all : []
  const now = iso(clock())
  return await db.transaction(async (queries) => {
    if (!(await lockWorkspace(queries, orgId))) throw new Problem('not_found')
    const version = await locks.noteDrift(queries, orgId, place)
    const { id } = await queries
      .insertInto('host_changesets')
      .values({
        org_id: orgId,
        plugin: kind.plugin,
        title,
        note: isStored ? null : leftOut,
        state: 'applied',
        hash: hashOf([{ ...place, version }], chunks),
        role: kind.role,
        planned_by: null,
        approved_by: null,
        created_at: now,
        expires_at: now,
        finished_at: now,
        verified_at: now,
        reverts: null,
        is_drift: true,
        error: null,
        count: steps.length,
        job_id: null,
        warnings: [],
        dependents: [],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const part = { ...place, title, version, steps, role: kind.role, state: { title, values: new Map() } }
    await insertParts(queries, { orgId, id, parts: [part] })
    await queries
      .updateTable('host_change_parts')
      .set({ applied_version: version })
      .where('changeset_id', '=', id)
      .execute()
    await insertSteps(queries, { orgId, id, chunks, state: 'applied' })
    if (!isStored) await locks.forgetBefore(queries, orgId, place)
    return id
  })
}

const leftOut = 'The changed values are too many to store.'
