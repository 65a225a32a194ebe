/** One check for work, with the start of the jobs found. */
import type { BackgroundPauses } from './background-pauses.ts'
import type { ClaimPlanner } from './claim-planner.ts'
import type { DuePlugins } from './due-plugins.ts'
import { largestBatch } from './job-statements.ts'
import type { ClaimedJob, JobStore } from './job-store.ts'
import type { Schedules } from './schedules.ts'
import type { Seat } from './concurrency-slots.ts'
import type { FairScheduler } from './fair-scheduler.ts'
import type { WorkspaceSchedules } from './workspace-schedules.ts'

/** Options of a round. */
export interface ClaimCycleOptions {
  readonly store: JobStore
  readonly due: DuePlugins
  readonly schedules: Pick<Schedules, 'enqueueDue'>
  readonly workspaceSchedules: Pick<WorkspaceSchedules, 'enqueueDue'>
  /** One for each kind of slots. */
  readonly planners: readonly ClaimPlanner[]
  /** Those of the lanes with jobs that are delayed. */
  readonly delayed: FairScheduler
  readonly pauses: Pick<BackgroundPauses, 'isHeld'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Begins a claimed job. */
  begin(job: ClaimedJob, seat: Seat): void
}

/** The result of a check: jobs were begun, or more are due. */
export type Looked = 'idle' | 'begun' | 'more'

/** How many jobs of a lane become due beside a batch. */
const perLane = 20

export class ClaimCycle {
  readonly #options: ClaimCycleOptions

  constructor(options: ClaimCycleOptions) {
    this.#options = options
  }

  /** Claims until no slot or no job is left. @returns whether to check again: it has begun jobs, or more are due */
  async run(): Promise<Looked> {
    const { due, schedules, workspaceSchedules, clock, planners, pauses } = this.#options
    if (pauses.isHeld) return 'idle'
    await schedules.enqueueDue()
    const hasMoreWorkspaces = await workspaceSchedules.enqueueDue()
    const { hasWaiting, duePlugins } = await due.look(clock())
    const hasMore = (await this.#promote(duePlugins)) || hasMoreWorkspaces
    if (!hasWaiting && duePlugins.length === 0) return hasMore ? 'more' : 'idle'
    let hasClaimed = false
    for (const planner of planners) while (planner.hasRoom && (await this.#claim(planner))) hasClaimed = true
    if (hasMore) return 'more'
    return hasClaimed ? 'begun' : 'idle'
  }

  /** Where more is due than a batch, the lanes that come next have some of theirs due besides. @returns whether there is more */
  async #promote(plugins: readonly string[]): Promise<boolean> {
    const { store, delayed } = this.#options
    const promoted: number[] = []
    for (const plugin of plugins) promoted.push(await store.promote(plugin))
    if (promoted.every((count) => count < largestBatch)) return false
    const found = await delayed.next()
    if (found.size === 0) delayed.restart()
    for (const [org, lanes] of found) delayed.passed(org, lanes, undefined)
    await store.promoteFirst([...found.values()].flat().map((lane) => ({ ...lane, most: perLane })))
    return true
  }

  /** @returns false when no workspace is left to serve, or other processes have taken the rest */
  async #claim(planner: ClaimPlanner): Promise<boolean> {
    const picks = await planner.choose()
    if (picks.length === 0) return false
    const jobs = await this.#options.store.claim(picks.map(({ org, lane, most }) => ({ org, lane, most })))
    const owners = new Map(picks.map(({ org, lane, owner }) => [`${org} ${lane}`, owner]))
    for (const job of jobs) {
      const { orgId, plugin, lane } = job
      this.#options.begin(job, { owner: owners.get(`${orgId} ${lane}`) ?? orgId, orgId, plugin, lane })
    }
    return jobs.length > 0
  }
}
