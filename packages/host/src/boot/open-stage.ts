import type { Log } from '@host/plugin'
import type { HostConfig } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { DatabaseError } from '../database/database-error.ts'
import { openDatabase } from '../database/open-database.ts'
import type { ThreadCode } from '../support/start-thread.ts'
import { BootError } from '../support/boot-error.ts'

/** Options for opening the database. */
export interface OpenOptions {
  readonly config: Pick<HostConfig, 'databaseUrl' | 'databaseRowSecurity' | 'sqliteSynchronous'>
  readonly log: Log
  readonly threadCode?: ThreadCode | undefined
  /** False for commands that work beside a running host. */
  readonly isExclusive?: boolean
}

/** Opens the database of a configuration. @throws BootError */
export async function openStage({ config, threadCode, log, isExclusive = true }: OpenOptions): Promise<Database> {
  try {
    return await openDatabase({
      url: config.databaseUrl,
      rowSecurity: config.databaseRowSecurity,
      durability: config.sqliteSynchronous,
      isExclusive,
      onConnectionError: (error) => log.warn('A database connection was lost', { error }),
      onWriterLost,
      threadCode,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    const hint = error instanceof DatabaseError ? '.' : '; check HOST_DATABASE_URL and HOST_DATA.'
    throw new BootError('database', [`The database could not be opened: ${reason}${hint}`], { cause: error })
  }
}

/** Left uncaught: so it is a fault of the host, which ends the process for its supervisor to start it again. */
function onWriterLost(error: Error): never {
  throw error
}
