import { Problem } from '@host/plugin'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { iso } from '../support/time.ts'
import { lockWorkspace } from '../identity/workspaces/lock-workspace.ts'
import { changeLimits } from './change-limits.ts'
import { changesetFacts } from './changeset-facts.ts'
import type { ChangesetDatabase, ChangesetQueries, StoredDependent, StoredWarning } from './models.ts'
import { checkSize, highestRole, waitsForPerson, type Draft } from './planner.ts'
import { chunksOf, hashOf, type StepChunk } from './step-chunks.ts'
import { statesText } from './step-states.ts'

/** A plan with its warnings and its blast radius. */
export interface JudgedPlan extends Draft {
  readonly warnings: readonly StoredWarning[]
  readonly dependents: readonly StoredDependent[]
}

/** Options of the store. */
export interface PlanStoreOptions {
  readonly db: ChangesetDatabase
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly recorder: ChangeRecorder
  /** Whether the running call is that of an agent. */
  isByAgent(): boolean
}

/** Rows of one statement. */
const batch = 100

/** Stores plans. */
export class PlanStore {
  readonly #options: PlanStoreOptions

  constructor(options: PlanStoreOptions) {
    this.#options = options
  }

  /** @returns its id @throws Problem `conflict` when too many plans wait; `not_found` without the workspace */
  async insert(orgId: string, plan: JudgedPlan): Promise<string> {
    const now = this.#options.clock()
    const chunks = chunksOf(plan.parts)
    checkSize(chunks)
    return await this.#options.db.transaction(async (queries) => {
      if (!(await lockWorkspace(queries, orgId))) throw new Problem('not_found')
      await refuseTooMany(queries, orgId, now)
      const { id } = await queries
        .insertInto('host_changesets')
        .values({
          ...rowOf(plan),
          org_id: orgId,
          state: 'planned',
          hash: hashOf(plan.parts, chunks),
          created_at: iso(now),
          expires_at: iso(now + changeLimits.planAge),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertParts(queries, { orgId, id, parts: plan.parts })
      await insertSteps(queries, { orgId, id, chunks, state: 'waiting' })
      await this.#tell(orgId, { ...plan, id })
      return id
    })
  }

  async #tell(orgId: string, plan: JudgedPlan & { readonly id: string }): Promise<void> {
    const { count, role, planned_by: actorId } = rowOf(plan)
    const parts = plan.parts.map((part) => ({ ...part, count: part.steps.length }))
    const facts = changesetFacts({ ...plan, count, parts })
    const waits = plan.appliesItself !== true || waitsForPerson(plan)
    await this.#options.recorder.record({
      kind: 'changeset.planned',
      orgId,
      actorId,
      ...facts,
      role,
      waits,
      isByAgent: actorId !== null && this.#options.isByAgent(),
    })
  }
}

/** The columns of a plan that do not depend on its state. */
function rowOf(plan: JudgedPlan) {
  return {
    plugin: plan.plugin,
    title: plan.title,
    note: plan.note ?? null,
    role: highestRole(plan.parts),
    planned_by: plan.userId ?? null,
    approved_by: null,
    finished_at: null,
    verified_at: null,
    reverts: plan.reverts ?? null,
    owns: plan.owns ?? false,
    finishes_by_itself: plan.finishesByItself ?? false,
    error: null,
    count: plan.parts.reduce((sum, { steps }) => sum + steps.length, 0),
    job_id: null,
    warnings: plan.warnings,
    dependents: plan.dependents,
  }
}

interface NewParts {
  readonly orgId: string
  readonly id: string
  readonly parts: Draft['parts']
}

/** Inserts the parts of a changeset. */
export async function insertParts(queries: ChangesetQueries, { orgId, id, parts }: NewParts): Promise<void> {
  const rows = parts.map(({ plugin, kind, target, title, version, steps }, position) => ({
    org_id: orgId,
    changeset_id: id,
    position,
    plugin,
    kind,
    target,
    title,
    count: steps.length,
    version,
    applied_version: null,
  }))
  await queries.insertInto('host_change_parts').values(rows).execute()
}

interface NewSteps {
  readonly orgId: string
  readonly id: string
  readonly chunks: readonly StepChunk[]
  readonly state: 'waiting' | 'applied'
}

/** Inserts the steps of a changeset and its journal. */
export async function insertSteps(queries: ChangesetQueries, { orgId, id, chunks, state }: NewSteps): Promise<void> {
  for (let first = 0; first < chunks.length; first += batch) {
    const some = chunks.slice(first, first + batch)
    const steps = some.map((chunk) => ({ org_id: orgId, changeset_id: id, ...chunk }))
    const journal = some.map(({ position, count }) => ({
      org_id: orgId,
      changeset_id: id,
      position,
      states: statesText(Array.from({ length: count }, () => state)),
    }))
    await queries.insertInto('host_change_steps').values(steps).execute()
    await queries.insertInto('host_change_journal').values(journal).execute()
  }
}

async function refuseTooMany(queries: ChangesetQueries, orgId: string, now: number): Promise<void> {
  const { count } = await queries
    .selectFrom('host_changesets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('state', 'in', ['planned', 'approved'])
    .where('expires_at', '>', iso(now))
    .executeTakeFirstOrThrow()
  if (count < changeLimits.waitingPlans) return
  throw new Problem('conflict', {
    detail: {
      en: `You've reached the limit of ${changeLimits.waitingPlans} waiting plans.`,
      zh: `待处理的变更计划已达 ${changeLimits.waitingPlans} 个上限。`,
    },
    nextStep: { en: 'Apply or dismiss one, then try again.', zh: '请先应用或放弃一项计划，然后重试。' },
  })
}
