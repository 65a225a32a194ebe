/**
 * Removes expired entries, in batches, in the background. Of all processes on a database only the oldest live one does
 * it; each of them also frees its own claims that no longer run, because writing that back had failed.
 *
 *   waiting --a minute--> sweeping: batch, pause, batch ... until one is not full --> waiting
 */
import type { Log } from '@host/plugin'
import type { Transactor } from '../database/transactor.ts'
import { NamedStatement } from '../database/named-statement.ts'
import type { Dialect } from '../database/statement.ts'
import { leaseMoment } from '../database/nodes/lease-clock.ts'
import { neverStopping, runPeriodically } from '../support/periodic.ts'
import { entryIsOver } from './entry-is-over.ts'
import type { Claim, EntryStore } from './entry-store.ts'
import type { EntryName } from './keyed-request.ts'

/** Options of the sweeper. */
export interface SweeperOptions {
  readonly database: Transactor
  readonly store: Pick<EntryStore, 'release'>
  /** The id of this process among all that work on the database. */
  readonly owner: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  /** Whether this process runs the handler of an entry. */
  isRunning(name: EntryName): boolean
}

/** Milliseconds between two sweeps, and between two batches of one. */
const every = 60_000
const pause = 20
const batch = 200

export class Sweeper {
  readonly #options: SweeperOptions
  readonly #sweep: NamedStatement<'owner' | 'now'>
  readonly #claims: NamedStatement<'owner', Claim & EntryName>

  constructor(options: SweeperOptions) {
    const { dialect } = options.database
    this.#options = options
    this.#sweep = new NamedStatement(dialect, sweep(dialect))
    this.#claims = new NamedStatement(dialect, claims)
  }

  /** Starts sweeping. @returns a function that stops it, before the database closes */
  start(): () => Promise<void> {
    return runPeriodically({
      every,
      work: async (stopping) => await this.sweep(stopping),
      onError: (error) => this.#options.log.warn('Expired idempotency keys could not be removed; retrying', { error }),
    })
  }

  /** Sweeps once. @returns how many entries are gone */
  async sweep(stopping = neverStopping): Promise<number> {
    const { database, owner, clock } = this.#options
    let swept = await this.#freeLeftClaims()
    for (let changes = batch; changes === batch && !stopping.aborted; swept += changes) {
      ;({ changes } = await database.run(this.#sweep.with({ owner, now: clock() })))
      if (changes === batch) await new Promise((resolve) => setTimeout(resolve, pause).unref())
    }
    return swept
  }

  async #freeLeftClaims(): Promise<number> {
    const { database, owner, store, isRunning } = this.#options
    const claims = await this.#claims.read(database, { owner })
    const left = claims.filter((claim) => !isRunning(claim))
    for (const claim of left) await store.release(claim)
    return left.length
  }
}

const claims = `
  select id, org_id, endpoint, key, epoch from idempotency_entries
  where state = 'in_flight' and owner = :owner limit 1000`

const sweep = (dialect: Dialect): string => `
  delete from idempotency_entries where id in (
    select id from idempotency_entries as entry where ${entryIsOver(dialect)} limit ${batch}
  ) and :owner = (select min(id) from host_nodes where lease_until > ${leaseMoment[dialect]})`
