import { MessageChannel } from 'node:worker_threads'
import type { Database } from '../database.ts'
import { startThread, type ThreadCode } from '../../support/start-thread.ts'
import { LeaseThreadClient } from './lease-thread-client.ts'
import type { LeaseThread } from './lease-thread.ts'
import type { PostgresThreadOptions } from './postgres-thread.ts'

/** Options for opening a lease thread. */
export interface LeaseThreadOptions {
  readonly database: Database
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
  const workerData: PostgresThreadOptions = { postgresThread: true, url: databaseUrl, leasePort: port2 }
  const file = new URL('postgres-thread.ts', import.meta.url)
  const worker = startThread(file, { workerData, transferList: [port2], threadCode })
  worker.unref()
  const leaseThread = new LeaseThreadClient(port1)
  worker.on('error', (error: Error) => leaseThread.lose(error))
  return { leaseThread, [Symbol.asyncDispose]: async () => void (await worker.terminate()) }
}
