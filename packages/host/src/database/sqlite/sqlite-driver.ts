import { DatabaseSync } from 'node:sqlite'
import type { MessagePort } from 'node:worker_threads'
import type { Driver, DriverTransaction } from '../driver.ts'
import type { Statement, StatementResult } from '../statement.ts'
import { BackgroundReaders } from './background-readers.ts'
import { DatabaseError } from '../database-error.ts'
import { decodeResult } from './decode-rows.ts'
import type { FileLock } from './file-lock.ts'
import { takeHostLock } from './host-lock.ts'
import { sqliteError, unusableFile } from './sqlite-error.ts'
import { prepareConnection, PreparedStatements, type RawResult } from './prepared-statements.ts'
import { WriterClient, type WriterClientOptions } from './writer-client.ts'

export interface SqliteOptions extends Omit<WriterClientOptions, 'durability'> {
  /** `full` flushes before a write is answered; `normal` may lose the last writes at a power cut. */
  readonly durability?: 'full' | 'normal'
  /** False in a process that works beside the one holding the file. */
  readonly isExclusive?: boolean
}

/** SQLite: reads on this thread by a read-only connection, background reads on reader threads, writes in the writer's thread. */
export class SqliteDriver implements Driver {
  readonly dialect = 'sqlite'
  readonly hasRowSecurity = false
  readonly #lock: FileLock | undefined
  readonly #writer: WriterClient
  readonly #reader: DatabaseSync
  readonly #background: BackgroundReaders
  readonly #statements: PreparedStatements

  private constructor(lock: FileLock | undefined, { writer, reader, background }: Connections) {
    this.#lock = lock
    this.#writer = writer
    this.#reader = reader
    this.#background = background
    this.#statements = new PreparedStatements(reader)
  }

  static async open({ durability = 'full', isExclusive = true, ...options }: SqliteOptions): Promise<SqliteDriver> {
    const { path } = options
    const lock = isExclusive ? takeHostLock(path) : undefined
    try {
      const writer = await WriterClient.start({ ...options, durability })
      const reader = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
      prepareConnection(reader)
      const background = new BackgroundReaders(options)
      return new SqliteDriver(lock, { writer, reader, background })
    } catch (error) {
      lock?.release()
      throw unusableFile(path, error)
    }
  }

  async run(statement: Statement): Promise<StatementResult> {
    if (statement.writes) return decodeResult(await this.#write([statement]).then(first))
    if (statement.backgroundQueue !== undefined) {
      return decodeResult(await this.#background.run(statement.backgroundQueue, plain(statement)))
    }
    if (!this.#reader.isOpen) throw new DatabaseError('closed', 'The database is closed.')
    try {
      return decodeResult(this.#statements.run(statement))
    } catch (error) {
      throw sqliteError(error)
    }
  }

  async batch(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    return (await this.#write(statements)).map(decodeResult)
  }

  async begin(): Promise<DriverTransaction> {
    const writer = this.#writer
    const { id: transaction, results } = writer.send({ kind: 'begin' })
    await results
    return {
      run: async (statement) => {
        const sent = writer.send({ kind: 'run', transaction, statement: plain(statement) })
        return decodeResult(first(await sent.results))
      },
      commit: async () => void (await writer.send({ kind: 'commit', transaction }).results),
      rollback: async () => void (await writer.send({ kind: 'rollback', transaction }).results),
    }
  }

  /** `begin immediate` has made this transaction the only one already. */
  async lockMigrations(): Promise<void> {}

  async clearStatements(): Promise<void> {
    this.#statements.clear()
    await this.#background.clear()
    await this.#writer.send({ kind: 'clear' }).results
  }

  /** The first page, as it is: one frame of the write-ahead log. */
  async probe(): Promise<void> {
    await this.#write([{ sql: 'pragma user_version = 0', parameters: [], writes: true }])
  }

  get leasePort(): MessagePort {
    return this.#writer.leasePort
  }

  async close(): Promise<void> {
    await this.#background.close()
    if (this.#reader.isOpen) this.#reader.close()
    await this.#writer.close()
    this.#lock?.release()
  }

  #write(statements: readonly Statement[]): Promise<readonly RawResult[]> {
    return this.#writer.send({ kind: 'batch', statements: statements.map(plain) }).results
  }
}

interface Connections {
  readonly writer: WriterClient
  readonly reader: DatabaseSync
  readonly background: BackgroundReaders
}

/** The part of a statement that crosses to another thread: without its query tree. */
function plain({ sql, parameters, writes, isRelaxed, ifChanged }: Statement): Statement {
  return { sql, parameters, writes, isRelaxed, ifChanged }
}

function first(results: readonly RawResult[]): RawResult {
  return results[0] ?? { columns: [], rows: [], changes: 0 }
}
