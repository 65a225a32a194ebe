/** Reads jobs for display. The cost depends on the rows shown, or is bounded, and does not grow with all jobs. */
import type { JobStatus } from '@host/plugin'
import type { JobCount, JobEntry, JobsRequest } from '@host/plugin/platform'
import { instanceOrgId } from '../request/instance-org-id.ts'
import { NamedStatement } from '../database/named-statement.ts'
import type { Transactor } from '../database/transactor.ts'
import { entryOf, shownColumns, statusOf, timeOf, type ShownRow } from './job-columns.ts'
import { laneOf } from './lane.ts'
import { allStates, listedGroups, shownState, type StoredState } from './states.ts'

/** Rows that a page reads, and the largest count per state. */
const rowsRead = 500
const mostRows = 10_000

/** Where a page ends: the group of states, and the row in it. */
interface Place {
  readonly group: number
  readonly at: number
  readonly id: string
}

const beginning: Place = { group: 0, at: Number.MAX_SAFE_INTEGER, id: '~' }

/** A page of jobs. */
export interface JobPage {
  readonly items: readonly JobEntry[]
  readonly nextCursor: string | null
}

export class JobReader {
  readonly #database: Pick<Transactor, 'run' | 'dialect'>
  readonly #one: NamedStatement<'org' | 'id', ShownRow>
  readonly #plugins: NamedStatement<'state', { readonly plugin: string }>
  readonly #page: NamedStatement<'state' | 'plugin' | 'at' | 'id' | 'limit', ShownRow>
  readonly #newest: NamedStatement<'id' | 'limit', ShownRow>
  readonly #counts: NamedStatement<'state' | 'plugin', CountRow>
  readonly #due: NamedStatement<'state' | 'plugin' | 'now', { readonly count: number }>
  readonly #open: NamedStatement<'lane', { readonly id: string }>

  constructor(database: Pick<Transactor, 'run' | 'dialect'>) {
    const { dialect } = database
    this.#database = database
    this.#one = new NamedStatement(dialect, one)
    this.#plugins = new NamedStatement(dialect, `select plugin from (${plugins}) as found`)
    this.#page = new NamedStatement(dialect, page)
    this.#newest = new NamedStatement(dialect, newest)
    this.#counts = new NamedStatement(dialect, counts)
    this.#due = new NamedStatement(dialect, due)
    this.#open = new NamedStatement(dialect, open)
  }

  /** A job of a workspace. @param plugin its owner; any unless given */
  async find(orgId: string, id: string, plugin?: string): Promise<JobStatus | undefined> {
    const [row] = await this.#one.read(this.#database, { org: orgId, id })
    return row === undefined || (plugin !== undefined && row.plugin !== plugin) ? undefined : statusOf(row)
  }

  /** Whether a job of the instance waits or runs. */
  async hasOpen(plugin: string, kind: string): Promise<boolean> {
    return (await this.#open.read(this.#database, { lane: laneOf(plugin, kind) })).length > 0
  }

  async list(request: JobsRequest): Promise<JobPage> {
    const { orgId: org, plugin, limit, cursor } = request
    const groups = listedGroups(request.state)
    const found: ListedRow[] = []
    let place = cursor === undefined ? beginning : placeOf(cursor, groups.length)
    for (let looked = 0; looked < mostRows; looked += rowsRead) {
      const { group } = place
      const states = groups[group] ?? []
      const rows = await this.#read(states, plugin, place)
      const fits = (row: ShownRow) => states.includes(row.state) && (org === undefined || row.org_id === org)
      found.push(...rows.filter(fits).map((row) => ({ ...row, group })))
      if (found.length > limit) return pageOf(found.slice(0, limit))
      const last = rows.at(-1)
      if (rows.length === rowsRead && last !== undefined) place = { group, at: last.at, id: last.id }
      else if (group + 1 < groups.length) place = { ...beginning, group: group + 1 }
      else return { items: found.map(entryOf), nextCursor: null }
    }
    return { items: found.map(entryOf), nextCursor: cursorOf(place) }
  }

  /** The names of the plugins that have jobs in a state. */
  async plugins(state: StoredState): Promise<readonly string[]> {
    return (await this.#plugins.read(this.#database, { state })).map(({ plugin }) => plugin)
  }

  async counts(): Promise<readonly JobCount[]> {
    const counted = await Promise.all(allStates.map((state) => this.#count(state)))
    const groups = Map.groupBy(counted.flat(), ({ plugin, state }) => `${plugin} ${state}`)
    return [...groups]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, [first, ...others]]) => (first === undefined ? [] : [others.reduce(together, first)]))
  }

  /** How many jobs may run now, counted up to 10,000 per plugin and state. @param now milliseconds since 1970 */
  async countDue(now: number): Promise<number> {
    // A waiting job is due whatever the clock says.
    const [waiting, delayed] = await Promise.all([
      this.#countUntil('waiting', Number.MAX_SAFE_INTEGER),
      this.#countUntil('delayed', now),
    ])
    return waiting + delayed
  }

  async #countUntil(state: StoredState, now: number): Promise<number> {
    const names = await this.plugins(state)
    const counted = names.map((plugin) => this.#due.read(this.#database, { state, plugin, now }))
    return (await Promise.all(counted)).flat().reduce((sum, { count }) => sum + count, 0)
  }

  async #count(state: StoredState): Promise<readonly JobCount[]> {
    const names = await this.plugins(state)
    const counts = names.map(async (plugin) => {
      const rows = await this.#counts.read(this.#database, { state, plugin })
      return rows.flatMap((row) => countOf(row, { plugin, state: shownState(state) }))
    })
    return (await Promise.all(counts)).flat()
  }

  /**
   * The next rows behind a place, by the moment of their state. Those of many states and all plugins are read by that of
   * their making, among others of any state.
   */
  async #read(
    states: readonly StoredState[],
    plugin: string | undefined,
    { at, id }: Place,
  ): Promise<readonly ShownRow[]> {
    if (states.length > 2 && plugin === undefined) {
      return await this.#newest.read(this.#database, { id, limit: rowsRead })
    }
    const parts = await Promise.all(
      states.map(async (each) => {
        const names = plugin === undefined ? await this.plugins(each) : [plugin]
        const limit = rowsRead
        return names.map((name) => ({ state: each, plugin: name, at, id, limit }))
      }),
    )
    const pages = await Promise.all(parts.flat().map((values) => this.#page.read(this.#database, values)))
    return pages
      .flat()
      .toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
      .slice(0, rowsRead)
  }
}

/** How many jobs of a plugin are in a state. */
interface CountRow {
  readonly count: number
  readonly oldest: number | null
}

/** A row with its group. */
interface ListedRow extends ShownRow {
  readonly group: number
}

function pageOf(rows: readonly ListedRow[]): JobPage {
  const last = rows.at(-1)
  return { items: rows.map(entryOf), nextCursor: last === undefined ? null : cursorOf(last) }
}

function cursorOf({ group, at, id }: Place): string {
  return `${group}.${at}.${id}`
}

/** An unknown cursor leads to the beginning. */
function placeOf(cursor: string, groups: number): Place {
  const [group = '', at = '', id = ''] = cursor.split('.', 3)
  const isPlace = /^\d$/.test(group) && Number(group) < groups && /^\d{1,16}$/.test(at)
  return isPlace ? { group: Number(group), at: Number(at), id } : beginning
}

/** None where the last one has left the state meanwhile. */
function countOf({ count, oldest }: CountRow, of: Pick<JobCount, 'plugin' | 'state'>): readonly JobCount[] {
  return oldest === null ? [] : [{ ...of, count, oldestAt: timeOf(oldest) }]
}

function together(one: JobCount, other: JobCount): JobCount {
  const oldestAt = one.oldestAt < other.oldestAt ? one.oldestAt : other.oldestAt
  return { ...one, count: Math.min(one.count + other.count, mostRows), oldestAt }
}

const one = `select ${shownColumns} from host_jobs where id = :id and org_id = :org`

const open = ['waiting', 'delayed', 'running', 'held']
  .map((state) => `select id from host_jobs where state = '${state}' and org_id = '${instanceOrgId}' and lane = :lane`)
  .join(' union all ')

const plugins = `
  with recursive names(plugin) as (
    select min(plugin) from host_jobs where state = :state
    union all
    select (select min(plugin) from host_jobs where state = :state and plugin > names.plugin)
    from names where plugin is not null
  ) select plugin from names where plugin is not null`

const page = `
  select ${shownColumns} from host_jobs where state = :state and plugin = :plugin and (at, id) < (:at, :id)
  order by at desc, id desc limit :limit`

const newest = `select ${shownColumns} from host_jobs where id < :id order by id desc limit :limit`

const counts = `
  select
    (select count(*) from (
      select 1 from host_jobs where state = :state and plugin = :plugin limit ${mostRows}
    ) as counted) as count,
    (select created_at from host_jobs where state = :state and plugin = :plugin order by at, id limit 1) as oldest`

const due = `
  select count(*) as count from (
    select 1 from host_jobs where state = :state and plugin = :plugin and at <= :now limit ${mostRows}
  ) as counted`
