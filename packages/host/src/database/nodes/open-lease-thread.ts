import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import type { Database } from '../database.ts'
import { KeptThreads } from '../../support/kept-threads.ts'
import type { ThreadCode } from '../../support/start-thread.ts'
import { LeaseThreadClient } from './lease-thread-client.ts'
import type { LeaseThread } from './lease-thread.ts'
import type { PostgresThreadOptions, PostgresThreadRole } from './postgres-thread.ts'

const role: PostgresThreadRole = { postgresThread: true }
const postgresThreads = new KeptThreads(new URL('postgres-thread.ts', import.meta.url), role)

/** How long the end of its work may take, in milliseconds. */
const longestEnd = 1_000

/** Options for opening a lease thread. */
export interface LeaseThreadOptions {
  readonly database: Pick<Database, 'leasePort'>
  readonly databaseUrl: string
  readonly threadCode: ThreadCode | undefined
}

/** A lease thread, with its disposal. */
export interface OpenLeaseThread extends AsyncDisposable {
  readonly leaseThread: LeaseThread
}

/** Takes the lease runner in the database's own thread, or starts a thread for it. */
export function openLeaseThread({ database, databaseUrl, threadCode }: LeaseThreadOptions): OpenLeaseThread {
  const { leasePort } = database
  if (leasePort !== undefined) {
    return { leaseThread: new LeaseThreadClient(leasePort), async [Symbol.asyncDispose]() {} }
  }
  const { port1, port2 } = new MessageChannel()
  const worker = postgresThreads.take(threadCode)
  const options: PostgresThreadOptions = { url: databaseUrl, leasePort: port2 }
  worker.postMessage(options, [port2])
  worker.unref()
  const leaseThread = new LeaseThreadClient(port1)
  worker.on('error', (error: Error) => leaseThread.lose(error))
  const ended = Promise.withResolvers<boolean>()
  worker.once('message', () => ended.resolve(true)).once('exit', () => ended.resolve(false))
  const end = async (): Promise<void> => {
    worker.ref()
    worker.postMessage('end')
    const hasEnded = await Promise.race([ended.promise, sleep(longestEnd, false, { ref: false })])
    await (hasEnded ? postgresThreads.keep(worker, threadCode) : worker.terminate())
  }
  return { leaseThread, [Symbol.asyncDispose]: end }
}
