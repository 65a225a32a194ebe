import { NamedStatement } from '../database/named-statement.ts'
import type { Transactor } from '../database/transactor.ts'

/** Which workspaces to read. */
export interface WorkspacePage {
  /** All zones when undefined. */
  readonly timeZone: string | undefined
  /** The last workspace of the page before; empty for the first page. */
  readonly after: string
}

/** How many workspaces a page has. */
export const pageSize = 100

/** Workspaces by their time zones, without those that are to be erased. */
export class WorkspaceList {
  readonly #database: Pick<Transactor, 'run'>
  readonly #zones: NamedStatement<never>
  readonly #all: NamedStatement<'after'>
  readonly #inZone: NamedStatement<'after' | 'zone'>

  constructor(database: Pick<Transactor, 'run' | 'dialect'>) {
    const { dialect } = database
    this.#database = database
    this.#zones = new NamedStatement(dialect, zones)
    this.#all = new NamedStatement(dialect, page(''))
    this.#inZone = new NamedStatement(dialect, page('and time_zone = :zone'))
  }

  /** The time zones of workspaces. Costs a step for each zone, however many workspaces there are. */
  async timeZones(): Promise<readonly string[]> {
    const { rows } = await this.#database.run(this.#zones.with({}))
    return rows.map(({ zone }) => zone as string)
  }

  /** At most `pageSize` workspaces, by id. */
  async page({ timeZone, after }: WorkspacePage): Promise<readonly string[]> {
    const statement = timeZone === undefined ? this.#all.with({ after }) : this.#inZone.with({ after, zone: timeZone })
    const { rows } = await this.#database.run(statement)
    return rows.map(({ id }) => id as string)
  }
}

const zones = `
  select zone from (
    with recursive zones(zone) as (
      select min(time_zone) from workspaces
      union all
      select (select min(time_zone) from workspaces where time_zone > zones.zone) from zones where zone is not null
    ) select zone from zones where zone is not null
  ) as used`

const page = (condition: string): string => `
  select id from workspaces where id > :after and erase_at is null ${condition} order by id limit ${pageSize}`
