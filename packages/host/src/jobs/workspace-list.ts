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

interface IdRow {
  readonly id: string
}

/** Workspaces by their time zones, without those that are to be erased or are held. */
export class WorkspaceList {
  readonly #database: Pick<Transactor, 'run'>
  readonly #zones: NamedStatement<never, { readonly zone: string }>
  readonly #all: NamedStatement<'after', IdRow>
  readonly #inZone: NamedStatement<'after' | 'zone', IdRow>

  constructor(database: Pick<Transactor, 'run' | 'dialect'>) {
    const { dialect } = database
    this.#database = database
    this.#zones = new NamedStatement(dialect, zones)
    this.#all = new NamedStatement(dialect, page(''))
    this.#inZone = new NamedStatement(dialect, page('and time_zone = :zone'))
  }

  /** The time zones of workspaces. Costs a step for each zone, however many workspaces there are. */
  async timeZones(): Promise<readonly string[]> {
    return (await this.#zones.read(this.#database, {})).map(({ zone }) => zone)
  }

  /** At most `pageSize` workspaces, by id. */
  async page({ timeZone, after }: WorkspacePage): Promise<readonly string[]> {
    const rows =
      timeZone === undefined
        ? await this.#all.read(this.#database, { after })
        : await this.#inZone.read(this.#database, { after, zone: timeZone })
    return rows.map(({ id }) => id)
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
  select id from workspaces where id > :after and erase_at is null and held_at is null ${condition} order by id limit ${pageSize}`
