/**
 * Schedules workspaces with jobs in a state in turn, and the lanes of each. A query skips from one to the next along
 * the index, so its cost depends on the lanes found and not on the jobs in them.
 */
import { NamedStatement } from '../database/named-statement.ts'
import type { Dialect } from '../database/statement.ts'
import type { Transactor } from '../database/transactor.ts'
import type { StoredState } from './states.ts'

/** A lane of a workspace with jobs. */
export interface Lane {
  readonly org: string
  readonly lane: string
}

/** How many jobs of a lane to take. */
export interface LanePick extends Lane {
  readonly most: number
}

/** How many workspaces a look finds, how many lanes of each, and of how many workspaces with several the last is remembered. */
const mostWorkspaces = 32
const mostLanes = 16
const mostRemembered = 1_000

export class FairScheduler {
  readonly #database: Pick<Transactor, 'run' | 'dialect'>
  readonly #state: StoredState
  readonly #look: NamedStatement<'state' | 'after' | 'lanes', Lane>
  /** The workspace served last. */
  #after = ''
  /** The lane that was last served, of workspaces that have several. */
  readonly #lanes = new Map<string, string>()

  constructor(database: Pick<Transactor, 'run' | 'dialect'>, state: StoredState) {
    this.#database = database
    this.#state = state
    this.#look = new NamedStatement(database.dialect, look(database.dialect))
  }

  /** The workspaces that come next, each with lanes that come next; none once the row of workspaces is over. */
  async next(): Promise<ReadonlyMap<string, readonly Lane[]>> {
    const remembered = JSON.stringify(Object.fromEntries(this.#lanes))
    const values = { state: this.#state, after: this.#after, lanes: remembered }
    return Map.groupBy(await this.#look.read(this.#database, values), ({ org }) => org)
  }

  /** The next look begins behind this workspace, and at this workspace behind the lane that was served last. */
  passed(org: string, lanes: readonly Lane[], last: Lane | undefined): void {
    this.#after = org
    this.#lanes.delete(org)
    if (lanes.length < 2) return
    this.#lanes.set(org, (last ?? lanes.at(-1))?.lane ?? '')
    if (this.#lanes.size > mostRemembered) this.#lanes.delete(this.#lanes.keys().next().value ?? '')
  }

  /** The next look begins with the first workspace. @returns whether there was one before this one */
  restart(): boolean {
    const hadPassed = this.#after !== ''
    this.#after = ''
    return hadPassed
  }
}

const json: Readonly<Record<Dialect, string>> = { sqlite: ':lanes', postgres: ':lanes::jsonb' }

const look = (dialect: Dialect): string => `
  select org, lane from (
    with recursive orgs(org, place) as (
      select min(org_id), 1 from host_jobs where state = :state and org_id > :after
      union all
      select (select min(org_id) from host_jobs where state = :state and org_id > orgs.org), place + 1
      from orgs where org is not null and place < ${mostWorkspaces}
    ), firsts(org, lane) as (
      select org, coalesce(
        (select min(lane) from host_jobs where state = :state and org_id = orgs.org and lane > ${json[dialect]} ->> orgs.org),
        (select min(lane) from host_jobs where state = :state and org_id = orgs.org))
      from orgs where org is not null
    ), lanes(org, first, lane, place) as (
      select org, lane, lane, 1 from firsts
      union all
      select org, first, nullif(coalesce(
        (select min(lane) from host_jobs where state = :state and org_id = lanes.org and lane > lanes.lane),
        (select min(lane) from host_jobs where state = :state and org_id = lanes.org)), first), place + 1
      from lanes where lane is not null and place < ${mostLanes}
    ) select org, lane, place from lanes where lane is not null
  ) as turn order by org, place`
