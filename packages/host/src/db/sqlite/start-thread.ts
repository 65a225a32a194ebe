import { Worker, type Transferable } from 'node:worker_threads'
import type { ReaderOptions } from './sqlite-reader.ts'
import type { WriterOptions } from './sqlite-writer.ts'

/**
 * Starts a thread of SQLite: the writer or a reader, as its options say. Both are in one text.
 * @param code the text of `sqlite-writer`, where there is no file to start it from: inside an executable
 */
export function startThread(
  code: string | undefined,
  workerData: ReaderOptions | WriterOptions,
  transferList: Transferable[] = [],
): Worker {
  const options = { workerData, transferList }
  return code === undefined
    ? new Worker(new URL('sqlite-writer.ts', import.meta.url), options)
    : new Worker(code, { eval: true, ...options })
}
