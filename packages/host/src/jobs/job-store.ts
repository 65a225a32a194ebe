import type { Connection } from '../database/driver.ts'
import type { Transactor } from '../database/transactor.ts'
import { clockTolerance } from './clock-tolerance.ts'
import {
  jobStatements,
  type ClaimedRow,
  type DelayedRow,
  type JobStatements,
  type RunningRow,
} from './job-statements.ts'
import type { Lane, LanePick } from './fair-scheduler.ts'
import { keptFor, type StoredState } from './states.ts'

/** Proof that a job still belongs to this process. */
export interface Claim {
  readonly id: string
  readonly epoch: number
}

/** A job that this process has claimed. */
export interface ClaimedJob extends Claim {
  readonly orgId: string
  readonly plugin: string
  readonly kind: string
  readonly lane: string
  readonly attempt: number
  readonly attempts: number
  readonly startedBy: string | null
  /** Where it was added, in a trace; see `stored-place.ts`. */
  readonly trace: string | null
  /** The support access that led to it; see `carried-support.ts`. */
  readonly support: string | null
  /** JSON. */
  readonly input: string
}

/** How a try ended that did not do its job. */
export interface Ending {
  readonly state: StoredState
  /** When it is due, or removed. */
  readonly at: number
  /** How many tries count. */
  readonly attempt: number
  readonly error: string | null
  readonly fault: string | null
}

/** A place among jobs by the time of their state. */
export interface Place {
  readonly at: number
  readonly id: string
}

/** Options of the jobs of a host. */
export interface JobStoreOptions {
  readonly database: Transactor
  /** The id of this process among all that work on the database. */
  readonly node: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The jobs in the database. Each method is one statement, an arrow of `states.ts`. */
export class JobStore {
  readonly #options: JobStoreOptions
  readonly #statements: JobStatements

  constructor(options: JobStoreOptions) {
    this.#options = options
    this.#statements = jobStatements(options.database.dialect)
  }

  /** Claims the first jobs of lanes. */
  async claim(picks: readonly LanePick[]): Promise<readonly ClaimedJob[]> {
    const { database, node, clock } = this.#options
    const chosen = await this.#chosen(picks, (pick) => this.#statements.first.read(database, pick))
    if (chosen.length === 0) return []
    const values = { node, now: clock(), picks: JSON.stringify(chosen) }
    const rows = await this.#statements.claim.read(database, values)
    return rows.map(claimedJob).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  }

  /** Records that jobs are done. @returns the ids of those that still were this process's */
  async complete(claims: readonly Claim[], on: Connection = this.#options.database): Promise<readonly string[]> {
    const { node, clock } = this.#options
    const now = clock()
    const values = { node, claims: epochs(claims), now, at: now + keptFor.done }
    return (await this.#statements.complete.read(on, values)).map(({ id }) => id)
  }

  /** Ends an attempt otherwise. @returns false when the job no longer belongs to this process */
  async end({ id, epoch }: Claim, ending: Ending, on: Connection = this.#options.database): Promise<boolean> {
    const { node, clock } = this.#options
    const finished = ending.state === 'failed' ? clock() : null
    const delayed = ending.state === 'delayed' ? clock() : null
    const { changes } = await on.run(this.#statements.end.with({ id, epoch, node, finished, delayed, ...ending }))
    return changes === 1
  }

  /** @returns false when the job no longer belongs to this process */
  async progress({ id, epoch }: Claim, fraction: number, note: string | null): Promise<boolean> {
    const { database, node } = this.#options
    const { changes } = await database.run(
      this.#statements.progress.with({ id, epoch, node, progress: fraction, note }),
    )
    return changes === 1
  }

  /** Holds the waiting jobs of a lane, or cancels them. @returns how many jobs, at most a batch */
  async hold({ org, lane }: Lane, state: 'held' | 'cancelled' = 'held'): Promise<number> {
    const { database, clock } = this.#options
    const [now, at] = state === 'held' ? [null, null] : [clock(), clock() + keptFor.cancelled]
    return (await database.run(this.#statements.hold.with({ org, lane, state, at, now }))).changes
  }

  /** Releases the held jobs of a lane. @returns how many jobs, at most a batch */
  async release({ org, lane }: Lane): Promise<number> {
    return (await this.#options.database.run(this.#statements.release.with({ org, lane }))).changes
  }

  /** Lets jobs of a plugin wait that are due. @returns how many, at most a batch */
  async promote(plugin: string): Promise<number> {
    const { database, clock } = this.#options
    return (await database.run(this.#statements.promote.with({ plugin, now: clock() }))).changes
  }

  /** Lets the first jobs of lanes wait that are due. @returns how many */
  async promoteFirst(picks: readonly LanePick[]): Promise<number> {
    const { database, clock } = this.#options
    const now = clock()
    const chosen = await this.#chosen(picks, (pick) => this.#statements.firstDue.read(database, { ...pick, now }))
    if (chosen.length === 0) return 0
    return (await database.run(this.#statements.promoteFirst.with({ picks: JSON.stringify(chosen), now }))).changes
  }

  /** Some of a plugin's jobs that are due after a moment, those first that are due last, and behind a place. */
  async delayed(plugin: string, least: number, { at, id }: Place): Promise<readonly DelayedRow[]> {
    return await this.#statements.delayed.read(this.#options.database, { plugin, least, at, id })
  }

  /** Shortens the wait of jobs delayed by a clock that was ahead. @returns how many */
  async putRight(ids: readonly string[], now: number): Promise<number> {
    const values = { ids: JSON.stringify(ids), now, late: now + clockTolerance }
    return (await this.#options.database.run(this.#statements.putRight.with(values))).changes
  }

  /** Frees the jobs of processes whose lease has ended. @returns how many jobs */
  async free(): Promise<number> {
    const { database, clock } = this.#options
    if ((await database.run(this.#statements.orphaned.with({}))).rows.length === 0) return 0
    const now = clock()
    return (await database.run(this.#statements.free.with({ now, failed: now + keptFor.failed }))).changes
  }

  /** Those of these claims that were taken over or canceled by another process. */
  async lost(claims: readonly Claim[]): Promise<readonly Claim[]> {
    if (claims.length === 0) return []
    const { database, node } = this.#options
    const rows = await this.#statements.lost.read(database, { node, claims: epochs(claims) })
    const kept = new Set(rows.map(({ id }) => id))
    return claims.filter(({ id }) => !kept.has(id))
  }

  /** Jobs that this process runs according to the database. */
  async own(): Promise<readonly RunningRow[]> {
    const { database, node } = this.#options
    return await this.#statements.abandoned.read(database, { node })
  }

  /** Returns a job whose attempt never began to the queue. */
  async giveBack({ attempt, ...claim }: RunningRow): Promise<void> {
    const at = this.#options.clock()
    await this.end(claim, { state: 'waiting', at, attempt: attempt - 1, error: null, fault: null })
  }

  /** The lanes of a workspace that have jobs in a state; at most 1,000. */
  async lanesOf(orgId: string, state: StoredState): Promise<readonly Lane[]> {
    return await this.#statements.lanes.read(this.#options.database, { org: orgId, state })
  }

  /** Removes jobs that have ended long ago. @returns how many, at most a batch */
  async remove(state: StoredState, plugin: string): Promise<number> {
    const { database, clock } = this.#options
    return (await database.run(this.#statements.remove.with({ state, plugin, now: clock() }))).changes
  }

  /**
   * Input for a statement that picks the first jobs of lanes: their ids, or the lanes where the statement finds them
   * itself.
   */
  async #chosen(
    picks: readonly LanePick[],
    first: (pick: LanePickValues) => Promise<readonly { readonly id: string }[]>,
  ): Promise<readonly (string | LanePick)[]> {
    const { database } = this.#options
    if (database.dialect === 'postgres') return picks
    const found = await Promise.all(picks.map(({ org, lane, most }) => first({ org, lane, most })))
    return found.flat().map(({ id }) => id)
  }
}

type LanePickValues = Readonly<Record<'org' | 'lane', string> & Record<'most', number>>

function epochs(claims: readonly Claim[]): string {
  return JSON.stringify(Object.fromEntries(claims.map(({ id, epoch }) => [id, epoch])))
}

function claimedJob(row: ClaimedRow): ClaimedJob {
  const { org_id: orgId, started_by: startedBy, ...rest } = row
  return Object.freeze<ClaimedJob>({ ...rest, orgId, startedBy })
}
