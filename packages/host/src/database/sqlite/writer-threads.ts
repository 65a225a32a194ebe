import type { Worker } from 'node:worker_threads'
import { startThread, type ThreadCode } from '../../support/start-thread.ts'
import type { WriterRole } from './sqlite-writer.ts'
import { sqliteThread } from './sqlite-thread.ts'

/** How many are kept: a process that opens databases one after the other has two or three at a time. */
const mostKept = 3

interface Kept {
  readonly worker: Worker
  /** The thread's text: one with another text does other things. */
  readonly threadCode: ThreadCode | undefined
}

/** Threads without a database. A start takes 22 ms of a processor, and code that ran before is compiled. */
const kept: Kept[] = []

/** A thread to open a database in: one that closed its last, or a new one. It keeps the process alive. */
export function takeWriterThread(threadCode: ThreadCode | undefined): Worker {
  const place = kept.findIndex((each) => each.threadCode === threadCode)
  const [known] = place === -1 ? [] : kept.splice(place, 1)
  if (known === undefined) return startThread(sqliteThread, { workerData: role, threadCode })
  release(known.worker)
  known.worker.ref()
  return known.worker
}

/** Takes back a thread that closed its database, for the next one; it is ended where enough are kept. */
export async function keepWriterThread(worker: Worker, threadCode: ThreadCode | undefined): Promise<void> {
  release(worker)
  if (kept.length >= mostKept) return void (await worker.terminate())
  const known: Kept = { worker, threadCode }
  const forget = (): void => void kept.splice(0, kept.length, ...kept.filter((each) => each !== known))
  worker.on('error', forget).on('exit', forget).unref()
  kept.push(known)
}

/** Removes the listeners of the last user. A worker has some of its own, of other events. */
function release(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

const role: WriterRole = { sqliteWriter: true }
