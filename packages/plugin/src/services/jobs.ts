import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { InstanceTables, ScopedDatabase } from '../database.ts'
import type { JobKind, JobPlace } from '../job.ts'
import type { WorkspaceContext } from '../scope.ts'
import { serviceToken } from '../service.ts'

/** One try of a job. */
export interface JobRun {
  readonly jobId: string
  /** From 1. */
  readonly attempt: number
  /** Whether no try follows this one. */
  readonly isLastAttempt: boolean
  /**
   * Says how far the job is; shown in the page that started it. Cheap: at most one write a second.
   * @param fraction 0 to 1
   * @param note at most 200 characters, such as `1,200 of 5,000`
   */
  progress(fraction: number, note?: string): void
  /** Ends this attempt without a fault: the same job runs again after that many milliseconds, its attempts counted again. */
  again(delay: number): JobOutcome
}

/** Result of a run's `again`; to be returned by the handler. */
export interface JobOutcome {
  readonly delay: number
}

/** Scope of the handler of a workspace's job. Its signal aborts when its time is over and when the host stops. */
export type WorkspaceJobScope<Tables = object> = WorkspaceContext<Tables> & JobRun

/** Scope of the handler of an instance's job: the plugin's rows of all workspaces. */
export type InstanceJobScope<Tables = object> = Pick<WorkspaceContext, 'log' | 'signal' | 'language' | 'now'> &
  JobRun & { readonly db: ScopedDatabase<InstanceTables<Tables>> }

/** The scope that fits a place. */
export type JobScope<Place extends JobPlace, Tables = object> = Place extends 'instance'
  ? InstanceJobScope<Tables>
  : WorkspaceJobScope<Tables>

/** Does a job. A throw, or a rejection, is a failed try. */
export type JobHandler<Input extends StandardSchemaV1, Place extends JobPlace, Tables = object> = (
  scope: JobScope<Place, Tables>,
  input: StandardSchemaV1.InferOutput<Input>,
) => Promise<JobOutcome | void>

/** When and in which turn a job runs. */
export interface EnqueueOptions {
  /** Milliseconds from now at the earliest. */
  readonly delay?: number
  /**
   * A job of this kind with the same key that still waits is not enqueued twice: its id is answered. 1 to 200 characters.
   */
  readonly uniqueKey?: string
  /**
   * Jobs of one lane wait behind each other; lanes of a workspace take turns, as workspaces do. 1 to 100 characters; the
   * kind's own when left out. Such as the id of an endpoint that may be slow.
   */
  readonly lane?: string
  /** The user who may see its progress, besides admins. */
  readonly startedBy?: string
}

/** Input and time zone of a schedule, for a kind of its place. */
export type ScheduleOptions<Input extends StandardSchemaV1, Place extends JobPlace> = {
  readonly input: StandardSchemaV1.InferInput<Input>
} & (Place extends 'workspace' ? EachWorkspace : { readonly timeZone?: string })

/** A schedule with a job in every workspace where the feature is on. */
export interface EachWorkspace {
  readonly each: 'workspace'
  /** `workspace` for the time zone that each workspace has set; otherwise an IANA name, UTC when left out. */
  readonly timeZone?: string
}

/** State of a job. `failed` waits for a manual retry; `held` for its feature or plugin. */
export type JobState = 'waiting' | 'running' | 'held' | 'done' | 'failed' | 'cancelled'

/** How a job does, for the page that started it. */
export interface JobStatus {
  readonly id: string
  readonly plugin: string
  readonly name: string
  readonly state: JobState
  /** 0 to 1; null while nothing was said. */
  readonly progress: number | null
  readonly note: string | null
  /** The error code of its end or last attempt; never internal details. */
  readonly error: string | null
  readonly startedBy: string | null
  readonly createdAt: string
  readonly finishedAt: string | null
}

/**
 * Durable work of one plugin, in the database of the host. A job whose completion was committed never runs again; one
 * whose process died runs again, so a handler must tolerate its own earlier effects. Workspaces take turns.
 */
export interface JobsService<Tables = object> {
  /** Says how a kind of job is done. While mounting. @throws Error for a kind that is handled twice */
  handle<Input extends StandardSchemaV1, Place extends JobPlace, Own = Tables>(
    kind: JobKind<string, Input, Place>,
    handler: JobHandler<Input, Place, Own>,
  ): void
  /**
   * Enqueues a job of a workspace; inside a transaction as a part of it.
   * @returns its id, or that of the one that waits under the same unique key
   * @throws TypeError for an input that does not fit; Problem `service_unavailable` over 1,000,000 waiting in a workspace
   */
  enqueue<Input extends StandardSchemaV1>(
    orgId: string,
    kind: JobKind<string, Input, 'workspace'>,
    input: StandardSchemaV1.InferInput<Input>,
    options?: EnqueueOptions,
  ): Promise<string>
  /** Enqueues a job of the instance. */
  enqueueForInstance<Input extends StandardSchemaV1>(
    kind: JobKind<string, Input, 'instance'>,
    input: StandardSchemaV1.InferInput<Input>,
    options?: EnqueueOptions,
  ): Promise<string>
  /**
   * Enqueues a job at every time of a cron line: one of the instance, or with `each: 'workspace'` one in every workspace
   * where the feature is on. Times that passed while no process ran are caught up by one job. While mounting.
   *
   * Jobs of workspaces start spread over 10 minutes from the time, or over half the interval where that is shorter; the
   * delay of a workspace is always the same. A local time that the clocks skip comes when they have been set forward; one
   * that they repeat comes once.
   * @param cron five fields; in UTC unless `timeZone` names another zone
   * @throws TypeError for an invalid cron line or time zone, and for a kind of another place
   * @example
   * jobs.schedule(weeklyReport, '0 9 * * 1', { each: 'workspace', timeZone: 'workspace', input: {} })
   */
  schedule<Input extends StandardSchemaV1, Place extends JobPlace>(
    kind: JobKind<string, Input, Place>,
    cron: string,
    options: ScheduleOptions<Input, Place>,
  ): void
  /** A job of this plugin in a workspace; undefined for an unknown one. */
  status(orgId: string, id: string): Promise<JobStatus | undefined>
  /** Takes a job out that has not ended; one that runs has its signal aborted. @returns whether there was one */
  cancel(orgId: string, id: string): Promise<boolean>
}

/**
 * Durable work after the request has ended.
 *
 * Audience: authors.
 */
export const Jobs = serviceToken<JobsService>('core.jobs')
