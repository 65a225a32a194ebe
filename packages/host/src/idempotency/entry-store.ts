import type { Transactor } from '../database/transactor.ts'
import type { Connection } from '../database/driver.ts'
import { TypeIds } from '../database/type-id.ts'
import type { CallerRights } from './caller-rights.ts'
import { entryStatements, type EntryStatements } from './entry-statements.ts'
import type { EntryName } from './keyed-request.ts'
import type { EntryState } from './states.ts'

/** The first request under a key, as a claim writes it. */
export interface FirstRequest extends EntryName {
  readonly plugin: string
  readonly route: string
  readonly fingerprint: string
  readonly userId: string
  readonly role: CallerRights['role']
  readonly scopes: readonly string[] | undefined
}

/** Proof that a claim is still ours: another one of the same key has another epoch, another process another owner. */
export interface Claim {
  readonly id: string
  readonly epoch: number
}

/** An entry that holds its key, as a repeat needs it. */
export interface Entry {
  readonly state: EntryState
  readonly fingerprint: string
  readonly role: CallerRights['role']
  readonly scopes: readonly string[] | null
  /** Null while the handler runs. */
  readonly status: number | null
  /** Sealed; null when it was not kept. */
  readonly answer: string | null
}

/** How a handler ended, as it is kept. */
export interface KeptAnswer {
  readonly state: Exclude<EntryState, 'in_flight'>
  readonly status: number
  readonly answer: string | null
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Options of the entries of a host. */
export interface EntryStoreOptions {
  readonly database: Transactor
  /** The id of this process among all that work on the database. */
  readonly owner: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The entries in the database. Each method is one statement, an arrow of `states.ts`. */
export class EntryStore {
  readonly #options: EntryStoreOptions
  readonly #statements: EntryStatements
  readonly #ids = new TypeIds()

  constructor(options: EntryStoreOptions) {
    this.#options = options
    this.#statements = entryStatements(options.database.dialect)
  }

  /**
   * The entry that holds a key; undefined when the key is free. An entry claimed by this process holds it only while
   * its handler runs here, which the caller has checked before.
   */
  async find(name: EntryName): Promise<Entry | undefined> {
    const { database, owner, clock } = this.#options
    const [row] = await this.#statements.find.read(database, { ...name, now: clock() })
    if (row === undefined || row.over === 1) return undefined
    return row.state === 'in_flight' && row.owner === owner ? undefined : row
  }

  /** Takes a key for this process; undefined when another process holds it, or this process has no lease. */
  async claim({ userId, scopes, ...first }: FirstRequest): Promise<Claim | undefined> {
    const { database, owner, clock } = this.#options
    const [claim] = await this.#statements.claim.read(database, {
      ...first,
      id: this.#ids.next('idk'),
      owner,
      user_id: userId,
      scopes: scopes === undefined ? null : JSON.stringify(scopes),
      now: clock(),
    })
    return claim
  }

  /**
   * Records how the handler of a claim ended.
   * @param on the transaction that it is part of; the database unless given
   * @returns false when the key is no longer ours
   */
  async keep({ id, epoch }: Claim, kept: KeptAnswer, on: Connection = this.#options.database): Promise<boolean> {
    const { owner } = this.#options
    const { state, status, answer, expiresAt } = kept
    const { changes } = await on.run(
      this.#statements.keep.with({ id, epoch, owner, state, status, answer, expires_at: expiresAt }),
    )
    return changes === 1
  }

  /** Frees the key of a claim, unless it is no longer ours. */
  async release({ id, epoch }: Claim): Promise<void> {
    const { database, owner } = this.#options
    await database.run(this.#statements.release.with({ id, epoch, owner }))
  }
}
