/** Live keys for the console. The cost does not grow with the number of keys: each read is bounded. */
import type { Page } from '@host/plugin'
import type {
  IdempotencyKeyCount,
  IdempotencyKeysRequest,
  IdempotencyKeysService,
  IdempotencyState,
  LiveIdempotencyKey,
} from '@host/plugin/platform'
import type { Transactor } from '../database/transactor.ts'
import { NamedStatement } from '../database/named-statement.ts'
import type { Dialect } from '../database/statement.ts'
import { pageOf, rowsToRead } from '../identity/page.ts'
import { entryIsOver } from './entry-is-over.ts'
import { isWorkspace } from './key-holder.ts'

/** How many rows a query reads, how many a page looks at, and how many of a state are counted. */
const rowsRead = 500
const mostRows = 10_000

/** After the ids of all entries. */
const end = '~'

interface EntryRow {
  readonly id: string
  readonly plugin: string
  readonly route: string
  readonly org_id: string
  readonly state: IdempotencyState
  readonly created_at: number
  readonly expires_at: number | null
  readonly over: number
}

interface CountRow {
  readonly plugin: string
  readonly count: number
  readonly oldest: number
}

/** The service behind the token `IdempotencyKeys`. */
export class LiveKeys implements IdempotencyKeysService {
  readonly #database: Transactor
  readonly #clock: () => number
  readonly #page: NamedStatement<'before' | 'now', EntryRow>
  readonly #running: NamedStatement<'before' | 'now', EntryRow>
  readonly #counts: NamedStatement<'state' | 'now', CountRow>

  /** @param clock milliseconds since 1970 */
  constructor(database: Transactor, clock: () => number) {
    const { dialect } = database
    this.#database = database
    this.#clock = clock
    this.#page = new NamedStatement(dialect, page(dialect, 'idempotency_entries'))
    this.#running = new NamedStatement(dialect, page(dialect, running))
    this.#counts = new NamedStatement(dialect, counts(dialect))
  }

  async list(request: IdempotencyKeysRequest): Promise<Page<LiveIdempotencyKey>> {
    const found: LiveIdempotencyKey[] = []
    let before = request.cursor ?? end
    for (let looked = 0; looked < mostRows; looked += rowsRead) {
      const rows = await this.#read(request, before)
      found.push(...rows.filter((row) => isWanted(row, request)).map(liveKey))
      const isLast = rows.length < rowsRead
      if (isLast || found.length >= rowsToRead(request)) return pageOf(found, request, ({ id }) => id)
      before = rows.at(-1)?.id ?? end
    }
    return { items: found, nextCursor: before }
  }

  async counts(): Promise<readonly IdempotencyKeyCount[]> {
    const states = ['in_flight', 'stored', 'stored_without_body'] as const
    const counted = await Promise.all(states.map((state) => this.#count(state)))
    return counted.flat().toSorted((a, b) => order(a.plugin, b.plugin) || order(a.state, b.state))
  }

  async #read({ state }: IdempotencyKeysRequest, before: string): Promise<readonly EntryRow[]> {
    const statement = state === 'in_flight' ? this.#running : this.#page
    return await statement.read(this.#database, { before, now: this.#clock() })
  }

  async #count(state: IdempotencyState): Promise<readonly IdempotencyKeyCount[]> {
    const rows = await this.#counts.read(this.#database, { state, now: this.#clock() })
    return rows.map(({ plugin, count, oldest }) => Object.freeze({ plugin, state, count, oldestAt: timeOf(oldest) }))
  }
}

function isWanted(row: EntryRow, { plugin, state }: IdempotencyKeysRequest): boolean {
  return (
    row.over === 0 && (plugin === undefined || row.plugin === plugin) && (state === undefined || row.state === state)
  )
}

function liveKey({ id, plugin, route, org_id: orgId, state, created_at: created, expires_at: expires }: EntryRow) {
  return Object.freeze<LiveIdempotencyKey>({
    id,
    plugin,
    endpoint: route,
    orgId: isWorkspace(orgId) ? orgId : null,
    state,
    createdAt: timeOf(created),
    expiresAt: expires === null ? null : timeOf(expires),
  })
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

const page = (dialect: Dialect, from: string): string => `
  select id, plugin, route, org_id, state, created_at, expires_at, case when ${entryIsOver(dialect)} then 1 else 0 end as over
  from ${from} as entry where id < :before order by id desc limit ${rowsRead}`

/** Few, and found by their state; its own limit keeps the databases from walking through all entries in their order. */
const running = `(select * from idempotency_entries where state = 'in_flight' limit ${mostRows})`

const counts = (dialect: Dialect): string => `
  select plugin, count(*) as count, min(created_at) as oldest from (
    select plugin, state, owner, created_at, expires_at from idempotency_entries
    where state = :state order by expires_at desc nulls last limit ${mostRows}
  ) as entry where not ${entryIsOver(dialect)} group by plugin`
