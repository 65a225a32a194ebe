import { NamedStatement } from '../database/named-statement.ts'
import type { Transactor } from '../database/transactor.ts'

/** Pending work. */
export interface DueWork {
  /** Whether a job waits that may be claimed. */
  readonly hasWaiting: boolean
  /** Plugins with delayed jobs that have become due. */
  readonly duePlugins: readonly string[]
}

/** Looks for work: one query, which costs the plugins that have delayed jobs and not the jobs. */
export class DuePlugins {
  readonly #database: Pick<Transactor, 'run' | 'dialect'>
  readonly #look: NamedStatement<'now', { readonly plugin: string }>

  constructor(database: Pick<Transactor, 'run' | 'dialect'>) {
    this.#database = database
    this.#look = new NamedStatement(database.dialect, look)
  }

  /** @param now milliseconds of the host's clock */
  async look(now: number): Promise<DueWork> {
    const found = (await this.#look.read(this.#database, { now })).map(({ plugin }) => plugin)
    return { hasWaiting: found.includes(''), duePlugins: found.filter((plugin) => plugin !== '') }
  }
}

// A minimum is found along the index whatever statistics a database has; `exists` may be answered by a scan.
const look = `
  select '' as plugin where (select min(org_id) from host_jobs where state = 'waiting') is not null
  union all
  select plugin from (
    with recursive plugins(plugin) as (
      select min(plugin) from host_jobs where state = 'delayed'
      union all
      select (select min(plugin) from host_jobs where state = 'delayed' and plugin > plugins.plugin)
      from plugins where plugin is not null
    ) select plugin from plugins where plugin is not null
  ) as delayed
  where (select min(at) from host_jobs where state = 'delayed' and plugin = delayed.plugin) <= :now`
