/** Changes of jobs by users and by the plugins that enqueued them. */
import type { Bus } from '../database/bus/bus.ts'
import type { JoiningTransactor } from '../database/joining-transactor.ts'
import { NamedStatement } from '../database/named-statement.ts'
import { jobsTopic } from './enqueuer.ts'
import { largestBatch } from './job-statements.ts'
import { keptFor } from './states.ts'

/** Options of changes. */
export interface JobChangesOptions {
  readonly database: JoiningTransactor
  readonly bus: Bus
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Lets workers look for jobs, after the commit. */
  told(): void
}

/** How many batches one call lets run again. */
const mostBatches = 2_000

export class JobChanges {
  readonly #options: JobChangesOptions
  readonly #cancel: NamedStatement<'id' | 'org' | 'plugin' | 'at' | 'now'>
  readonly #remove: NamedStatement<'id' | 'at' | 'now'>
  readonly #retry: NamedStatement<'id' | 'now'>
  readonly #failed: NamedStatement<'plugin' | 'before', { readonly id: string }>

  constructor(options: JobChangesOptions) {
    const { dialect } = options.database
    this.#options = options
    this.#cancel = new NamedStatement(dialect, cancel)
    this.#remove = new NamedStatement(dialect, remove)
    this.#retry = new NamedStatement(dialect, retry)
    this.#failed = new NamedStatement(dialect, failed)
  }

  /** Takes a job of a plugin out that has not ended. @returns whether there was one */
  async cancel(plugin: string, orgId: string, id: string): Promise<boolean> {
    const { database, bus, clock } = this.#options
    const now = clock()
    const { changes } = await database.run(
      this.#cancel.with({ id, org: orgId, plugin, now, at: now + keptFor.cancelled }),
    )
    if (changes === 0) return false
    database.afterCommit(() => bus.publish(jobsTopic, id))
    return true
  }

  /** Takes out a job that waits or has failed. */
  async remove(id: string): Promise<boolean> {
    const now = this.#options.clock()
    const { database } = this.#options
    return (await database.run(this.#remove.with({ id, now, at: now + keptFor.cancelled }))).changes === 1
  }

  /** Lets a failed job run again. @returns how many were */
  async retry(id: string): Promise<number> {
    return await this.#retryEach([id])
  }

  /** Lets every job of a plugin run again that has failed by now. @returns how many were */
  async retryAll(plugin: string): Promise<number> {
    const { database, clock } = this.#options
    const before = clock() + keptFor.failed
    let retried = 0
    for (let batch = 0; batch < mostBatches; batch += 1) {
      const rows = await this.#failed.read(database, { plugin, before })
      retried += await this.#retryEach(rows.map(({ id }) => id))
      if (rows.length < largestBatch) break
    }
    return retried
  }

  async #retryEach(ids: readonly string[]): Promise<number> {
    const { database, clock, told } = this.#options
    const now = clock()
    const results = await database.batch(ids.map((id) => this.#retry.with({ id, now })))
    const retried = results.reduce((sum, { changes }) => sum + changes, 0)
    if (retried > 0) told()
    return retried
  }
}

const cancel = `
  update host_jobs set state = 'cancelled', at = :at, finished_at = :now, waiting_key = null
  where id = :id and org_id = :org and plugin = :plugin and state in ('waiting', 'delayed', 'held', 'running')`

const remove = `
  update host_jobs set state = 'cancelled', at = :at, finished_at = :now, waiting_key = null
  where id = :id and state in ('waiting', 'delayed', 'held', 'failed')`

const retry = `
  update host_jobs set state = 'waiting', at = :now, attempt = 0, interruptions = 0, finished_at = null, progress = null, note = null,
    waiting_key = case when not exists (
      select 1 from host_jobs as other where other.waiting_key = host_jobs.unique_key) then unique_key end
  where id = :id and state = 'failed'`

const failed = `
  select id from host_jobs where state = 'failed' and plugin = :plugin and at <= :before
  order by at, id limit ${largestBatch}`
