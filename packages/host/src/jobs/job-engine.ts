import type { JobHandler, JobKind, JobPlace } from '@host/plugin'
import type { Statement } from '../database/statement.ts'

/** A kind of job that a part of the host does in the name of a plugin. Its name has a point, which those of plugins have not. */
export interface HostJobKind<Input extends JobKind['input'] = JobKind['input']> extends JobKind<
  string,
  Input,
  'workspace'
> {
  /** Handling of its jobs while the plugin's feature is off: held until it is on, unless stated. */
  readonly whenOff?: 'hold' | 'cancel'
  /** Characters of its input as JSON: 256 kB unless stated. */
  readonly longestInput?: number
}

/** A job of such a kind. */
export interface HostJob {
  readonly orgId: string
  /** The plugin that the job belongs to. */
  readonly plugin: string
  /** Handled already. */
  readonly kind: JobKind
  /** The input, which matches the kind; checked before it runs. */
  readonly input: unknown
  /** Milliseconds from now at the earliest. */
  readonly delay?: number
  readonly uniqueKey?: string
  readonly lane?: string
}

/** Jobs as other parts of the host use them. */
export interface JobEngine {
  /** Says how a kind of job is done in the name of a plugin: in its frame, with its tables. While mounting. */
  handle<Input extends JobKind['input'], Place extends JobPlace>(
    plugin: string,
    kind: JobKind<string, Input, Place> | HostJobKind<Input>,
    handler: JobHandler<Input, Place>,
  ): void
  /** Statements that add jobs; to be run in the transaction of their cause, then `told`. */
  inserts(jobs: readonly HostJob[]): readonly Statement[]
  /** Lets workers look for due jobs, here and in other processes, as soon as the transaction of the caller is committed. */
  told(): void
  /** Adds jobs as part of the caller's transaction, if there is one, and wakes workers. @returns their ids, in order */
  add(jobs: readonly HostJob[]): Promise<readonly string[]>
}
