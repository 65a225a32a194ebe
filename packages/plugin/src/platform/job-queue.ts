import type { JobState, JobStatus } from '../services/jobs.ts'
import { serviceToken } from '../service.ts'

/** A job as the console lists it. Its input is not shown: it belongs to its workspace. */
export interface JobEntry extends JobStatus {
  /** Null for a job of the instance. */
  readonly orgId: string | null
  readonly attempt: number
  readonly attempts: number
  /** When it runs at the earliest. */
  readonly dueAt: string
  /** The message of the last fault, for the operator; at most 500 characters. */
  readonly fault: string | null
}

/** Which jobs to list. */
export interface JobsRequest {
  readonly state?: JobState
  readonly plugin?: string
  readonly orgId?: string
  readonly limit: number
  readonly cursor?: string
}

/** How many jobs of a plugin stand where, counted up to 10,000 each. */
export interface JobCount {
  readonly plugin: string
  readonly state: JobState
  readonly count: number
  readonly oldestAt: string
}

/** All jobs of all plugins, for the pages that show them; the caller has checked the rights. */
export interface JobQueueService {
  /** Newest first. Without a state, failed and running jobs come before the others. */
  list(request: JobsRequest): Promise<{ readonly items: readonly JobEntry[]; readonly nextCursor: string | null }>
  counts(): Promise<readonly JobCount[]>
  /** How many jobs are due and not running yet, counted up to 10,000 per plugin. */
  countDue(): Promise<number>
  /** One job of a workspace, whichever plugin's. */
  find(orgId: string, id: string): Promise<JobStatus | undefined>
  /** Lets a failed job run again. @returns how many were: 0 or 1 */
  retry(id: string): Promise<number>
  /** Lets every failed job of a plugin, or of all, run again. @returns how many were */
  retryAll(plugin?: string): Promise<number>
  /** Takes out a job that waits or has failed. */
  remove(id: string): Promise<boolean>
}

/**
 * Background work of all plugins.
 *
 * Audience: platform.
 */
export const JobQueue = serviceToken<JobQueueService>('core.job-queue')
