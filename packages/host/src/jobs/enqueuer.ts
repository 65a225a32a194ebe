import type { JobHandler, JobKind, JobPlace } from '@host/plugin'
import type { Bus } from '../database/bus/bus.ts'
import type { JoiningTransactor } from '../database/joining-transactor.ts'
import type { Statement } from '../database/statement.ts'
import { NamedStatement } from '../database/named-statement.ts'
import type { Backlog } from './backlog.ts'
import type { HostJob, HostJobKind, JobEngine } from './job-engine.ts'
import { jsonOf } from './job-input.ts'
import type { AnyHandler, JobKinds } from './job-kinds.ts'
import type { NewJob } from './new-job.ts'
import { keyDigest, type NewRows } from './new-rows.ts'

/** Options of the enqueuer. */
export interface EnqueuerOptions {
  readonly database: JoiningTransactor
  readonly kinds: JobKinds
  readonly backlog: Pick<Backlog, 'admit'>
  readonly rows: NewRows
  readonly bus: Bus
  /** Lets the worker of this process look for jobs. */
  wake(): void
}

/** The topic of the bus. */
export const jobsTopic = 'jobs'

/** Adds jobs, and wakes the workers. */
export class Enqueuer implements JobEngine {
  readonly #options: EnqueuerOptions
  readonly #waiting: NamedStatement<'key', { readonly id: string }>
  #isTelling = false

  constructor(options: EnqueuerOptions) {
    const { dialect } = options.database
    this.#options = options
    this.#waiting = new NamedStatement(dialect, 'select id from host_jobs where waiting_key = :key')
  }

  handle<Input extends JobKind['input'], Place extends JobPlace>(
    plugin: string,
    kind: JobKind<string, Input, Place> | HostJobKind<Input>,
    handler: JobHandler<Input, Place>,
  ): void {
    // A kind calls its handler with its own input, in its own place.
    this.#options.kinds.add(plugin, kind, { handler: handler as unknown as AnyHandler, isOfHost: true })
  }

  inserts(jobs: readonly HostJob[]): readonly Statement[] {
    const rows = jobs.map((job) => this.#newJob(job))
    const [first, ...others] = rows
    if (first === undefined) return []
    return [others.length === 0 ? this.#options.rows.one(first) : this.#options.rows.many(rows)]
  }

  async add(jobs: readonly HostJob[]): Promise<readonly string[]> {
    const ids: string[] = []
    for (const job of jobs) ids.push(await this.enqueue(this.#newJob(job)))
    return ids
  }

  /** Adds a job as a part of the caller's transaction. @returns its id, or that of the one that waits under the same key */
  async enqueue(job: NewJob): Promise<string> {
    const { database, backlog } = this.#options
    await backlog.admit(job.orgId)
    for (;;) {
      const insert = this.#options.rows.one(job)
      const { rows } = await database.run(insert)
      if (rows.length > 0) this.told()
      const id = rows[0]?.['id'] ?? (await this.#waitingUnder(job))
      if (typeof id === 'string') return id
    }
  }

  told(): void {
    const { database, bus, wake } = this.#options
    database.afterCommit(() => {
      wake()
      if (this.#isTelling) return
      this.#isTelling = true
      setImmediate(() => {
        this.#isTelling = false
        bus.publish(jobsTopic, '')
      })
    })
  }

  async #waitingUnder({ orgId, plugin, kind, uniqueKey = '' }: NewJob): Promise<string | undefined> {
    const key = keyDigest([orgId, plugin, kind, uniqueKey])
    const [job] = await this.#waiting.read(this.#options.database, { key })
    return job?.id
  }

  #newJob({ plugin, kind, input, ...job }: HostJob): NewJob {
    const handled = this.#options.kinds.require(plugin, kind)
    const { name, attempts } = handled
    return { ...job, plugin, kind: name, attempts, input: jsonOf(handled, input) }
  }
}
