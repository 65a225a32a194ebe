/** Jobs on hold until their feature, workspace or plugin is available again. */
import type { MaybePromise } from '@host/plugin'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { HandledKind, JobKinds } from './job-kinds.ts'
import type { JobStore } from './job-store.ts'
import { largestBatch } from './job-statements.ts'
import type { JobEligibility } from './claim-planner.ts'
import type { Lane, FairScheduler } from './fair-scheduler.ts'

/** Options of held jobs. */
export interface HeldJobsOptions {
  readonly store: Pick<JobStore, 'release' | 'lanesOf'>
  /** Those of the lanes with held jobs. */
  readonly turns: FairScheduler
  readonly kinds: JobKinds
  eligibilityOf(orgId: string, kind: HandledKind): MaybePromise<JobEligibility>
}

export class HeldJobs {
  readonly #options: HeldJobsOptions

  constructor(options: HeldJobsOptions) {
    this.#options = options
  }

  /** Releases jobs that may run, of the next workspaces. @returns how many */
  async release(): Promise<number> {
    const { turns } = this.#options
    const found = await turns.next()
    if (found.size === 0 && !turns.restart()) return 0
    let released = 0
    for (const [org, lanes] of found) {
      released += await this.#releaseAll(lanes)
      turns.passed(org, lanes, undefined)
    }
    return released
  }

  /** Releases jobs of a workspace that may run. @returns how many */
  async releaseIn(orgId: string): Promise<number> {
    return await this.#releaseAll(await this.#options.store.lanesOf(orgId, 'held'))
  }

  async #releaseAll(lanes: readonly Lane[]): Promise<number> {
    let released = 0
    for (const lane of lanes) if (await this.#isOpen(lane)) released += await this.#releaseLane(lane)
    return released
  }

  async #isOpen({ org, lane }: Lane): Promise<boolean> {
    const kind = this.#options.kinds.ofLane(lane)
    if (kind === undefined) return false
    return org === instanceOrgId || (await this.#options.eligibilityOf(org, kind)) !== 'held'
  }

  async #releaseLane(lane: Lane): Promise<number> {
    let released = 0
    for (let batch = largestBatch; batch === largestBatch; released += batch) {
      batch = await this.#options.store.release(lane)
    }
    return released
  }
}
