import { Problem, type ChangeStep, type ChangeTitle } from '@host/plugin'
import { iso } from '../support/time.ts'
import { lockWorkspace } from '../identity/workspaces/lock-workspace.ts'
import type { HandledChangeKind } from './change-kinds.ts'
import { checkText } from './check-plan.ts'
import { changeLimits } from './change-limits.ts'
import type { ChangesetDatabase, ChangesetQueries } from './models.ts'
import { mergeDrift } from './merge-drift.ts'
import { insertParts, insertSteps } from './plan-store.ts'
import { sizeOf } from './planner.ts'
import type { PartTarget } from './plugin-calls.ts'
import { chunksOf, hashOf, type StepChunk } from './step-chunks.ts'
import type { TargetLocks } from './target-locks.ts'

/** Options of drift. */
export interface DriftOptions {
  readonly db: ChangesetDatabase
  readonly locks: TargetLocks
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Values of a target that changed outside. */
export interface NewDrift {
  readonly kind: HandledChangeKind
  readonly target: string
  readonly title: string
  readonly text?: ChangeTitle
  readonly steps: readonly ChangeStep[]
}

/**
 * Records an applied changeset without a writer. Values that are too many to store are left out: the history explains the
 * target from then on. Steps after too many such changesets are added to the last one.
 * @returns its id @throws Problem `target_busy`, `not_found`
 */
export async function recordDrift({ db, locks, clock }: DriftOptions, orgId: string, drift: NewDrift): Promise<string> {
  const { kind, target, steps } = drift
  const title = drift.title.slice(0, changeLimits.title).toWellFormed()
  checkText({ title })
  checkCode(drift.text?.code)
  const place = { plugin: kind.plugin, kind: kind.name, target }
  return await db.transaction(async (queries) => {
    if (!(await lockWorkspace(queries, orgId))) throw new Problem('not_found')
    const version = await locks.noteDrift(queries, orgId, place)
    const now = clock()
    const merged = await mergeDrift(queries, orgId, { place, version, steps, code: drift.text?.code ?? null, now })
    if (merged !== undefined) return merged
    const chunks = chunksOf([{ steps }])
    const isStored = sizeOf(chunks) <= changeLimits.planBytes
    const stored = { ...drift, title, place, version, now: iso(now), chunks: isStored ? chunks : undefined }
    const id = await insertDrift(queries, orgId, stored)
    if (!isStored) await locks.forgetBefore(queries, orgId, place)
    return id
  })
}

interface StoredDrift extends NewDrift {
  readonly place: PartTarget
  readonly version: number
  readonly now: string
  /** Undefined when there are too many. */
  readonly chunks: readonly StepChunk[] | undefined
}

async function insertDrift(queries: ChangesetQueries, orgId: string, drift: StoredDrift): Promise<string> {
  const { kind, title, text, steps, place, version, now, chunks = [] } = drift
  const { id } = await queries
    .insertInto('host_changesets')
    .values({
      org_id: orgId,
      plugin: kind.plugin,
      title,
      title_code: text?.code ?? null,
      title_params: text?.params ?? null,
      note: drift.chunks === undefined ? leftOut : null,
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
  return id
}

/** @throws Problem `invalid_input` */
function checkCode(code: string | undefined): void {
  if (code === undefined || /^[a-z][a-z0-9_]{0,63}$/.test(code)) return
  const message = { en: 'Use lower-case letters, digits and underscores.', zh: '请使用小写字母、数字和下划线。' }
  throw new Problem('invalid_input', { errors: [{ path: 'text.code', message }] })
}

const leftOut = 'The changed values are too many to store.'
