/**
 * How a host on SQLite learns that an offline command has changed rights. Processes on PostgreSQL are notified by their
 * connections, which a command can join; on SQLite there is none to join.
 *
 *   command:  change + count, one transaction ──► commit ──► wait ──► done
 *   host:     read the count ── every half second ── another one ──► everything remembered is forgotten
 *
 * The count is in a row of `host_peers`, which is not used otherwise on SQLite.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { DataAccess } from '../../database/data-access.ts'
import type { Database } from '../../database/database.ts'
import { JoiningTransactor } from '../../database/joining-transactor.ts'
import { runPeriodically } from '../../support/periodic.ts'
import type { Epochs } from './epochs.ts'
import { coherenceModels } from './models.ts'

/** Milliseconds between two looks of a host, and how long a command waits for every host to have looked. */
const lookEvery = 500
const settled = 3 * lookEvery

const id = 'peer_commands'

/** The count of the changes that commands have made. */
export class CommandChanges {
  readonly #db

  constructor(database: Database) {
    const owners = [{ name: 'host', models: coherenceModels }]
    const access = new DataAccess({ database, owners, onDoor: () => undefined })
    this.#db = access.forHost(coherenceModels, new JoiningTransactor(database))
  }

  async read(): Promise<number> {
    const row = await this.#db.selectFrom('host_peers').select('beat').where('id', '=', id).executeTakeFirst()
    return row?.beat ?? 0
  }

  /** Counts a change. Inside its transaction, so that no host misses one that was committed. */
  async add(): Promise<void> {
    await this.#db
      .insertInto('host_peers')
      .values({ id, beat: 1, said: 0, news: [], heard: {} })
      .onConflict((conflict) => conflict.column('id').doUpdateSet((set) => ({ beat: set('host_peers.beat', '+', 1) })))
      .execute()
  }

  /** Resolves when every host that runs has looked at the count since. */
  async seen(): Promise<void> {
    await sleep(settled)
  }
}

/** Forgets everything when a command has changed something. */
export class CommandWatch implements AsyncDisposable {
  readonly #changes: Pick<CommandChanges, 'read'>
  readonly #epochs: Pick<Epochs, 'changeAll'>
  readonly #stop: () => Promise<void>
  #seen: number | undefined

  constructor(changes: Pick<CommandChanges, 'read'>, epochs: Pick<Epochs, 'changeAll'>) {
    this.#changes = changes
    this.#epochs = epochs
    this.#stop = runPeriodically({
      every: lookEvery,
      work: async () => await this.#look(),
      // A database that can't be read is asked again; until then nothing is believed for longer than a minute.
      onError: () => (this.#seen = undefined),
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop()
  }

  async #look(): Promise<void> {
    const count = await this.#changes.read()
    if (count !== this.#seen) this.#epochs.changeAll()
    this.#seen = count
  }
}
