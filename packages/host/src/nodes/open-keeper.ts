import { MessageChannel, Worker } from 'node:worker_threads'
import type { Database } from '../db/database.ts'
import { KeeperClient } from './keeper-client.ts'
import type { Keeper } from './keeper.ts'
import type { PostgresThreadOptions } from './postgres-thread.ts'

/** Options for opening a lease thread. */
export interface KeeperOptions {
  readonly database: Database
  readonly databaseUrl: string
  /** The text of `postgres-keeper`, where there is no file to start it from: inside an executable. */
  readonly keeperCode: string | undefined
}

/** A lease thread, with its disposal. */
export interface OpenKeeper extends AsyncDisposable {
  readonly keeper: Keeper
}

/** Takes the keeper that a database has anyway, or starts one for it. */
export function openKeeper({ database, databaseUrl, keeperCode }: KeeperOptions): OpenKeeper {
  const { keeperPort } = database
  if (keeperPort !== undefined) return { keeper: new KeeperClient(keeperPort), async [Symbol.asyncDispose]() {} }
  const { port1, port2 } = new MessageChannel()
  const workerData: PostgresThreadOptions = { postgresThread: true, url: databaseUrl, keeperPort: port2 }
  const options = { workerData, transferList: [port2] }
  const worker =
    keeperCode === undefined
      ? new Worker(new URL('postgres-thread.ts', import.meta.url), options)
      : new Worker(keeperCode, { eval: true, ...options })
  worker.unref()
  const keeper = new KeeperClient(port1)
  worker.on('error', (error: Error) => keeper.lose(error))
  return { keeper, [Symbol.asyncDispose]: async () => void (await worker.terminate()) }
}
