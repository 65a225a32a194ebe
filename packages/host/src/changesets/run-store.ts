/**
 * The states of a changeset. Each arrow is one transaction; those that leave `applying` are fenced on the number of the
 * run, so that a process that stood still for longer than its lease decides nothing.
 *
 *                approve           begin                    end
 *     planned ───────────► approved ─────────► applying ─────────────► applied ──── end of a revert ──► reverted
 *        │                    │                 ▲    │ │                                                  ▲ ▲
 *        │ dismiss            │ dismiss  begin  │    │ └─ expire ──► expired                              │ │
 *        ▼                    ▼        (finish) │    ▼ interrupt                                          │ │
 *     dismissed ◄─────────────┘                interrupted ──────────────── end of a revert ──────────────┘ │
 *                                                   │ leave                                                 │
 *     planned, approved ── an hour ──► expired      └─────────────────────► left ── end of a revert ────────┘
 */
import { Problem, type Approval, type ChangesetState } from '@host/plugin'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { iso } from '../support/time.ts'
import { lockWorkspace } from '../identity/workspaces/lock-workspace.ts'
import { changesetFacts } from './changeset-facts.ts'
import type { ChangesetReader, ChangesetRow, PartRow } from './changeset-reader.ts'
import type { ChangesetDatabase, ChangesetQueries } from './models.ts'
import type { TargetLocks } from './target-locks.ts'

/** Options of the store. */
export interface RunStoreOptions {
  readonly db: ChangesetDatabase
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly locks: TargetLocks
  readonly reader: ChangesetReader
  readonly recorder: ChangeRecorder
  /** Adds the job that applies a changeset, as part of the caller's transaction. @returns its id */
  enqueue(orgId: string, plugin: string, changesetId: string): Promise<string>
}

/** A run of a changeset. */
export interface Run {
  readonly orgId: string
  readonly id: string
  readonly run: number
}

/** A changeset whose run has begun. */
export interface StartedRun extends Run {
  readonly row: ChangesetRow
  readonly parts: readonly PartRow[]
}

const wrongState = {
  en: 'The changeset is in another state by now.',
  zh: '变更集目前处于其他状态。',
}

export class RunStore {
  readonly #options: RunStoreOptions

  constructor(options: RunStoreOptions) {
    this.#options = options
  }

  /** @throws Problem `not_found`, `conflict`, `stale_plan`, `invalid_input` */
  async approve(orgId: string, id: string, given: Omit<Approval, 'userId'> & { userId: string | null }): Promise<void> {
    const row = await this.#require(orgId, id, ['planned'])
    this.#refuseExpired(row)
    if (row.hash !== given.hash) throw new Problem('stale_plan')
    await this.#refuseStale(orgId, id)
    if (given.userId !== null) refuseUnconfirmed(row, given.confirmations ?? [])
    const set = { state: 'approved', approved_by: given.userId } as const
    await this.#moveAndTell(row, { from: ['planned'], set }, { kind: 'changeset.approved', actorId: given.userId })
  }

  /** @param by null for the plugin itself @throws Problem `not_found`, `conflict` */
  async dismiss(orgId: string, id: string, by: string | null): Promise<void> {
    const from = ['planned', 'approved'] as const
    const row = await this.#require(orgId, id, from)
    const set = { state: 'dismissed', finished_at: this.#now() } as const
    await this.#moveAndTell(row, { from, set }, { kind: 'changeset.dismissed', actorId: by })
  }

  /** @throws Problem `not_found`, `conflict` */
  async leave(orgId: string, id: string): Promise<void> {
    const row = await this.#require(orgId, id, ['interrupted'])
    await this.#options.db.transaction(async (queries) => {
      await this.#move(row, { from: ['interrupted'], set: { state: 'left', finished_at: this.#now() }, queries })
      await this.#options.locks.release(queries, id)
    })
  }

  /**
   * Takes the targets of an approved or interrupted changeset, and adds the job that applies it.
   * @throws Problem `not_found`, `conflict`, `stale_plan`, `target_busy`
   */
  async begin(orgId: string, id: string, from: 'approved' | 'interrupted'): Promise<void> {
    const row = await this.#require(orgId, id, [from])
    const resumes = from === 'interrupted'
    if (!resumes) this.#refuseExpired(row)
    const parts = await this.#options.reader.parts(orgId, id)
    await this.#options.db.transaction(async (queries) => {
      if (!(await lockWorkspace(queries, orgId))) throw new Problem('not_found')
      const set = { state: 'applying', resumes, pauses: 0, error: null, finished_at: null } as const
      await this.#move(row, { from: [from], set, queries })
      for (const part of parts) await this.#take(queries, row, { part, resumes })
      const jobId = await this.#options.enqueue(orgId, parts[0]?.plugin ?? row.plugin, id)
      await queries.updateTable('host_changesets').set({ job_id: jobId }).where('id', '=', id).execute()
    })
  }

  /** Begins a run, which ends those before it. @returns undefined for a changeset that is no longer applied */
  async start(orgId: string, id: string): Promise<StartedRun | undefined> {
    const { db, reader } = this.#options
    const row = await reader.row(orgId, id)
    if (row?.state !== 'applying') return undefined
    const run = row.run + 1
    const started = await db
      .updateTable('host_changesets')
      .set({ run, resumes: row.finishes_by_itself })
      .where('id', '=', id)
      .where('run', '=', row.run)
      .where('state', '=', 'applying')
      .executeTakeFirst()
    if (Number(started.numUpdatedRows) === 0) return undefined
    return { orgId, id, run, row, parts: await reader.parts(orgId, id) }
  }

  /**
   * Lets the next run continue without asking, because the host stops or the rate is limited.
   * @param pauses runs in a row that a limited rate ended before they wrote a step; left out it stays
   */
  async pause({ id, run }: Run, pauses?: number): Promise<void> {
    await this.#options.db
      .updateTable('host_changesets')
      .set({ resumes: true, ...(pauses !== undefined && { pauses }) })
      .where('id', '=', id)
      .where('run', '=', run)
      .where('state', '=', 'applying')
      .execute()
  }

  /** Writes the journal of a chunk. @throws RunEnded when another run has begun */
  async mark({ id, run }: Run, position: number, states: string): Promise<void> {
    const { db } = this.#options
    const written = await db
      .updateTable('host_change_journal')
      .set({ states })
      .where('changeset_id', '=', id)
      .where('position', '=', position)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('host_changesets')
            .select('host_changesets.id')
            .where('host_changesets.id', '=', id)
            .where('host_changesets.run', '=', run)
            .where('host_changesets.state', '=', 'applying'),
        ),
      )
      .executeTakeFirst()
    if (Number(written.numUpdatedRows) === 0) throw new RunEnded()
  }

  /**
   * Leaves `applying`, with `work` in the same transaction. The targets are released unless it was interrupted.
   * @throws RunEnded when another run has begun
   */
  async conclude(
    { orgId, id, run }: Run,
    set: Conclusion,
    work: (queries: ChangesetQueries) => Promise<void>,
  ): Promise<void> {
    const { db, locks } = this.#options
    await db.transaction(async (queries) => {
      const ended = await queries
        .updateTable('host_changesets')
        .set({ ...set, resumes: false })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .where('run', '=', run)
        .where('state', '=', 'applying')
        .executeTakeFirst()
      if (Number(ended.numUpdatedRows) === 0) throw new RunEnded()
      if (set.state !== 'interrupted') await locks.release(queries, id)
      await work(queries)
    })
  }

  async #take(queries: ChangesetQueries, row: ChangesetRow, { part, resumes }: Taken): Promise<void> {
    const { id, org_id: orgId, reverts } = row
    const version = resumes ? undefined : part.version
    const taken = await this.#options.locks.take(queries, { orgId, target: part, taker: { id, reverts, version } })
    if (part.applied_version !== null) return
    await queries.updateTable('host_change_parts').set({ applied_version: taken }).where('id', '=', part.id).execute()
  }

  async #refuseStale(orgId: string, id: string): Promise<void> {
    const { locks, reader } = this.#options
    for (const part of await reader.parts(orgId, id)) {
      if ((await locks.version(orgId, part)) !== part.version) throw new Problem('stale_plan')
    }
  }

  #refuseExpired({ expires_at: expiresAt }: ChangesetRow): void {
    if (Date.parse(expiresAt) <= this.#options.clock()) throw new Problem('stale_plan')
  }

  async #require(orgId: string, id: string, from: readonly ChangesetState[]): Promise<ChangesetRow> {
    const row = await this.#options.reader.row(orgId, id)
    if (row === undefined) throw new Problem('not_found')
    if (row.state === 'expired') throw new Problem('stale_plan')
    if (!from.includes(row.state)) throw new Problem('conflict', { detail: wrongState })
    return row
  }

  async #move({ id, org_id: orgId }: ChangesetRow, { from, set, queries = this.#options.db }: Move): Promise<void> {
    const moved = await queries
      .updateTable('host_changesets')
      .set(set)
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirst()
    if (Number(moved.numUpdatedRows) === 0) throw new Problem('conflict', { detail: wrongState })
  }

  async #moveAndTell(row: ChangesetRow, move: Omit<Move, 'queries'>, { kind, actorId }: Told): Promise<void> {
    const { db, reader, recorder } = this.#options
    const { org_id: orgId, id } = row
    const parts = await reader.parts(orgId, id)
    await db.transaction(async (queries) => {
      await this.#move(row, { ...move, queries })
      await recorder.record({ kind, orgId, actorId, ...changesetFacts({ ...row, parts }) })
    })
  }

  #now(): string {
    return iso(this.#options.clock())
  }
}

/** Another run of the changeset has begun, or it was ended. */
export class RunEnded extends Error {
  constructor() {
    super('Another run of the changeset has begun.')
    this.name = 'RunEnded'
  }
}

/** How a run leaves `applying`. */
interface Conclusion {
  readonly state: 'applied' | 'interrupted' | 'expired'
  readonly error: string | null
  readonly finished_at: string | null
  readonly verified_at: string | null
}

interface Move {
  readonly from: readonly ChangesetState[]
  readonly set: Partial<Pick<ChangesetRow, 'state' | 'approved_by' | 'finished_at' | 'resumes' | 'pauses' | 'error'>>
  readonly queries?: ChangesetQueries
}

interface Told {
  readonly kind: 'changeset.approved' | 'changeset.dismissed'
  readonly actorId: string | null
}

interface Taken {
  readonly part: PartRow
  readonly resumes: boolean
}

/** @throws Problem `invalid_input` at the field */
function refuseUnconfirmed({ warnings }: ChangesetRow, given: readonly string[]): void {
  const typed = new Set(given.map((text) => text.trim()))
  const missing = warnings.find(({ confirm }) => confirm !== undefined && !typed.has(confirm))
  if (missing?.confirm === undefined) return
  const message = { en: `Enter "${missing.confirm}" to confirm.`, zh: `请输入“${missing.confirm}”以确认。` }
  throw new Problem('invalid_input', { errors: [{ path: 'confirmations', message }] })
}
