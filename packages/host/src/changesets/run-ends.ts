import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { iso } from '../support/time.ts'
import { changesetFacts } from './changeset-facts.ts'
import type { ChangesetReader } from './changeset-reader.ts'
import type { ChangesetQueries } from './models.ts'
import type { Owners } from './owners.ts'
import type { RunJournal } from './run-journal.ts'
import type { RunStore, StartedRun } from './run-store.ts'

/** Dependencies of the ends of runs. */
export interface RunEndsOptions {
  readonly store: Pick<RunStore, 'conclude'>
  readonly owners: Pick<Owners, 'record' | 'forget'>
  readonly recorder: ChangeRecorder
  readonly reader: Pick<ChangesetReader, 'row' | 'parts'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  notify(orgId: string): void
}

/** Ends runs: each with its audit entry and its event, in the transaction of the new state. */
export class RunEnds {
  readonly #options: RunEndsOptions

  constructor(options: RunEndsOptions) {
    this.#options = options
  }

  async apply(run: StartedRun, journal: RunJournal): Promise<void> {
    const { store, notify } = this.#options
    const now = iso(this.#options.clock())
    const set = { state: 'applied', error: null, finished_at: now, verified_at: now } as const
    await store.conclude(run, set, async (queries) => {
      await this.#recordOwners(queries, run, journal)
      if (await markReverted(queries, run, now)) await this.#tellReverted(run)
      await this.#options.recorder.record({ kind: 'changeset.applied', ...ended(run) })
    })
    notify(run.orgId)
  }

  /** @param error the code that is shown */
  async interrupt(run: StartedRun, error: string): Promise<void> {
    const { store, recorder, notify } = this.#options
    const set = { state: 'interrupted', error, finished_at: null, verified_at: null } as const
    await store.conclude(run, set, () => recorder.record({ kind: 'changeset.interrupted', ...ended(run), error }))
    notify(run.orgId)
  }

  /** Ends a changeset whose targets changed before anything was written. */
  async expire(run: StartedRun): Promise<void> {
    const { store, notify } = this.#options
    const now = iso(this.#options.clock())
    const set = { state: 'expired', error: 'stale_plan', finished_at: now, verified_at: null } as const
    await store.conclude(run, set, async (queries) => {
      await queries
        .updateTable('host_change_parts')
        .set({ applied_version: null })
        .where('changeset_id', '=', run.id)
        .execute()
      const { row, parts, orgId } = run
      const facts = changesetFacts({ ...row, parts })
      await this.#options.recorder.record({ kind: 'changeset.expired', orgId, actorId: null, ...facts })
    })
    notify(run.orgId)
  }

  /** The changeset that an applied one reverts. */
  async #tellReverted({ orgId, id, row: { reverts, approved_by: actorId } }: StartedRun): Promise<void> {
    const { reader, recorder } = this.#options
    const row = reverts === null ? undefined : await reader.row(orgId, reverts)
    if (row === undefined) return
    const facts = changesetFacts({ ...row, parts: await reader.parts(orgId, row.id) })
    await recorder.record({ kind: 'changeset.reverted', orgId, actorId, ...facts, revertedBy: id })
  }

  async #recordOwners(
    queries: ChangesetQueries,
    { orgId, row, parts }: StartedRun,
    journal: RunJournal,
  ): Promise<void> {
    const { owners } = this.#options
    if (row.reverts !== null) await owners.forget(queries, orgId, row.reverts)
    for (const { plugin, kind, target } of parts) {
      const ofTarget = journal.steps.filter(({ part }) => part.target === target && part.kind === kind)
      const steps = ofTarget.map(({ step }) => step)
      await owners.record(queries, { orgId, plugin, kind, target, steps }, row.owns ? row : undefined)
    }
  }
}

function ended({ orgId, row, parts }: StartedRun) {
  return { orgId, actorId: row.approved_by ?? undefined, ...changesetFacts({ ...row, parts }) }
}

/** Marks the changeset that an applied one reverts. @returns whether it was not reverted before */
async function markReverted(queries: ChangesetQueries, { orgId, row }: StartedRun, now: string): Promise<boolean> {
  if (row.reverts === null) return false
  const marked = await queries
    .updateTable('host_changesets')
    .set((set) => ({ state: 'reverted', finished_at: set.fn.coalesce('finished_at', set.val(now)) }))
    .where('org_id', '=', orgId)
    .where('id', '=', row.reverts)
    .where('state', 'in', ['applied', 'interrupted', 'left'])
    .executeTakeFirst()
  return Number(marked.numUpdatedRows) > 0
}
