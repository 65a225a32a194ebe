import { MessageChannel, Worker } from 'node:worker_threads'
import type { Database } from '../db/database.ts'
import { LeaseThreadClient } from './lease-thread-client.ts'
import type { LeaseThread } from './lease-thread.ts'
import type { PostgresThreadOptions } from './postgres-thread.ts'

/** Options for opening a lease thread. */
export interface LeaseThreadOptions {
  readonly database: Database
  readonly databaseUrl: string
  /** The text of `postgres-lease-thread`, where there is no file to start it from: inside an executable. */
  readonly leaseThreadCode: string | undefined
}

/** A lease thread, with its disposal. */
export interface OpenLeaseThread extends AsyncDisposable {
  readonly leaseThread: LeaseThread
}

/** Takes the lease runner in the database's own thread, or starts a thread for it. */
export function openLeaseThread({ database, databaseUrl, leaseThreadCode }: LeaseThreadOptions): OpenLeaseThread {
  const { leasePort } = database
  if (leasePort !== undefined) {
    return { leaseThread: new LeaseThreadClient(leasePort), async [Symbol.asyncDispose]() {} }
  }
  const { port1, port2 } = new MessageChannel()
  const workerData: PostgresThreadOptions = { postgresThread: true, url: databaseUrl, leasePort: port2 }
  const options = { workerData, transferList: [port2] }
  const worker =
    leaseThreadCode === undefined
      ? new Worker(new URL('postgres-thread.ts', import.meta.url), options)
      : new Worker(leaseThreadCode, { eval: true, ...options })
  worker.unref()
  const leaseThread = new LeaseThreadClient(port1)
  worker.on('error', (error: Error) => leaseThread.lose(error))
  return { leaseThread, [Symbol.asyncDispose]: async () => void (await worker.terminate()) }
}
