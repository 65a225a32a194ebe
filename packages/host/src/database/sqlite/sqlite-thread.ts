import { KeptThreads } from '../../support/kept-threads.ts'
import type { WriterRole } from './sqlite-writer.ts'

/** The thread of SQLite: the writer or a reader, as its options say. Both are in one text. */
export const sqliteThread = new URL('sqlite-writer.ts', import.meta.url)

const role: WriterRole = { sqliteWriter: true }

/** Writers without a database. */
export const writerThreads = new KeptThreads(sqliteThread, role)
