import type { StandardSchemaV1 } from '@standard-schema/spec'

/** Where a kind of job works: in the workspace that it was enqueued for, or for the instance as a whole. */
export type JobPlace = 'workspace' | 'instance'

/** Options of a kind of job besides its input. */
export interface JobKindOptions<
  Name extends string = string,
  Input extends StandardSchemaV1 = StandardSchemaV1,
  Place extends JobPlace = JobPlace,
> {
  /** Unique in the plugin: lower-case letters, digits and hyphens, such as `deliver`. */
  readonly name: Name
  /** Checked when a job is enqueued and again before it runs, since a newer build may have taken over. */
  readonly input: Input
  /** `workspace` unless stated. */
  readonly place?: Place
  /**
   * Attempts before the job has failed and waits for a manual retry: 8 unless stated, at most 50. One that its process
   * did not survive does not count; 8 of those in a row end the job too.
   */
  readonly attempts?: number
  /** Milliseconds before each next attempt; the last delay applies to all that follow; otherwise 5 s, doubled up to an hour. */
  readonly delays?: readonly number[]
  /** How long one attempt may take, in milliseconds: 60,000 unless stated, at most 6 hours. Its signal aborts then. */
  readonly timeout?: number
  /** How many of this kind one lane of a workspace runs at once in a process: 4 unless stated. */
  readonly concurrency?: number
  /**
   * The handler's `scope.db` is one transaction that also records that the job is done: over a crash its effects are
   * there once or not at all. It may take `limits.transaction`.
   */
  readonly atomic?: boolean
  /**
   * The handler sends requests to other servers. Such jobs run in slots of their own, so that a server that answers slowly
   * delays no other work. A job without it is refused such requests, and an atomic job cannot have it. `ctx.sendMail` only
   * queues, so any job may call it.
   */
  readonly usesNetwork?: boolean
}

/** A kind of job. */
export type JobKind<
  Name extends string = string,
  Input extends StandardSchemaV1 = StandardSchemaV1,
  Place extends JobPlace = JobPlace,
> = JobKindOptions<Name, Input, Place> & { readonly place: Place }

/**
 * Defines a kind of job: durable work that continues after the request has ended.
 * @example
 * export const importNotes = defineJob({ name: 'import', input: z.strictObject({ fileId: z.string() }), attempts: 3 })
 * @since 1.0.0
 */
export function defineJob<
  const Name extends string,
  Input extends StandardSchemaV1,
  const Place extends JobPlace = 'workspace',
>(options: JobKindOptions<Name, Input, Place>): JobKind<Name, Input, Place> {
  return Object.freeze({ ...options, place: options.place ?? ('workspace' as Place) })
}
