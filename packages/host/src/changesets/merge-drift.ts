/**
 * Limits how many changesets record drift of a target, so that a tool that changes values back and forth does not bury the
 * changes that people made. The history then explains the values as of the last merged drift.
 */
import type { ChangeStep } from '@host/plugin'
import { iso } from '../support/time.ts'
import { isSameJson } from './canonical-json.ts'
import { changeLimits } from './change-limits.ts'
import type { ChangesetQueries } from './models.ts'
import { insertSteps } from './plan-store.ts'
import { sizeOf } from './planner.ts'
import type { PartTarget } from './plugin-calls.ts'
import { chunksOf, hashOf, stepsOf } from './step-chunks.ts'

/** Drift that is added to an earlier one. */
export interface AddedDrift {
  readonly place: PartTarget
  /** The version of the target that it begins. */
  readonly version: number
  readonly steps: readonly ChangeStep[]
  /** Code of the title. */
  readonly code: string | null
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Adds drift to the last changeset of its target. @returns its id; undefined when the drift is one of its own */
export async function mergeDrift(
  queries: ChangesetQueries,
  orgId: string,
  drift: AddedDrift,
): Promise<string | undefined> {
  const id = await lastOfTooMany(queries, orgId, drift)
  if (id === undefined) return undefined
  const rows = queries.selectFrom('host_change_steps').select('steps').where('changeset_id', '=', id)
  const known = (await rows.orderBy('position').execute()).flatMap(stepsOf)
  const steps = mergedSteps(known, drift.steps)
  const chunks = chunksOf([{ steps }])
  if (steps.length > changeLimits.steps || sizeOf(chunks) > changeLimits.planBytes) return undefined
  for (const table of ['host_change_journal', 'host_change_steps'] as const) {
    await queries.deleteFrom(table).where('changeset_id', '=', id).execute()
  }
  await insertSteps(queries, { orgId, id, chunks, state: 'applied' })
  const { place, version } = drift
  const moment = iso(drift.now)
  await queries
    .updateTable('host_change_parts')
    .set({ count: steps.length, version, applied_version: version })
    .where('changeset_id', '=', id)
    .execute()
  await queries
    .updateTable('host_changesets')
    .set({
      count: steps.length,
      hash: hashOf([{ ...place, version }], chunks),
      finished_at: moment,
      verified_at: moment,
    })
    .where('id', '=', id)
    .execute()
  return id
}

/** The last changeset of the target, when it and enough others record drift of the last day. */
async function lastOfTooMany(
  queries: ChangesetQueries,
  orgId: string,
  { place: { plugin, kind, target }, steps, code, now }: AddedDrift,
): Promise<string | undefined> {
  if (steps.length === 0) return undefined
  const all = queries
    .selectFrom('host_change_parts as part')
    .innerJoin('host_changesets as changeset', 'changeset.id', 'part.changeset_id')
    .select(['changeset.id', 'changeset.title_code', 'changeset.note'])
    .where('part.org_id', '=', orgId)
    .where('part.plugin', '=', plugin)
    .where('part.kind', '=', kind)
    .where('part.target', '=', target)
    .where('part.applied_version', 'is not', null)
    .orderBy('part.applied_version', 'desc')
  const last = await all.select('changeset.is_drift').limit(1).executeTakeFirst()
  if (last?.is_drift !== true || last.title_code !== code || last.note !== null) return undefined
  const recent = await all
    .where('changeset.is_drift', '=', true)
    .where('changeset.title_code', code === null ? 'is' : '=', code)
    .where('changeset.created_at', '>', iso(now - changeLimits.driftPeriod))
    .limit(changeLimits.drifts)
    .execute()
  return recent.length === changeLimits.drifts ? last.id : undefined
}

/** The steps of both: a value that is back where it was has none. */
function mergedSteps(known: readonly ChangeStep[], added: readonly ChangeStep[]): readonly ChangeStep[] {
  const merged = new Map(known.map((step) => [step.key, step]))
  for (const step of added) {
    const before = merged.get(step.key)
    merged.set(step.key, before === undefined ? step : { ...before, after: step.after })
  }
  return [...merged.values()].filter(({ before, after }) => !isSameJson(before, after))
}
