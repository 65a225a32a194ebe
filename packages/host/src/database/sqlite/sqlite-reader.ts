/** A thread that runs background reads by a read-only connection, one after the other. */
import { DatabaseSync } from 'node:sqlite'
import type { MessagePort } from 'node:worker_threads'
import { prepareConnection, PreparedStatements, type PlainStatement, type RawResult } from './prepared-statements.ts'
import { failureOf, type ThreadFailure } from './thread-failure.ts'

export interface ReaderOptions {
  readonly sqliteReader: true
  readonly path: string
}

export type ReaderReply = { readonly result: RawResult } | { readonly failure: ThreadFailure }

/** Runs each statement that arrives on the port and sends its rows back; `close` ends the thread. */
export function serveReads(port: MessagePort, { path }: ReaderOptions): void {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  prepareConnection(database)
  // Pages are read once as a rule, so a large cache would hold memory for little.
  database.exec('pragma cache_size = -4000')
  const statements = new PreparedStatements(database)
  port.on('message', (message: PlainStatement | 'close') => {
    if (message === 'close') {
      database.close()
      port.close()
    } else {
      port.postMessage(replyTo(statements, message))
    }
  })
}

function replyTo(statements: PreparedStatements, statement: PlainStatement): ReaderReply {
  try {
    return { result: statements.run(statement) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}
