import type { Log } from '@host/plugin'
import { isPostgres } from '../open-database.ts'
import type { BusLine } from './bus-line.ts'
import { memoryBus } from './memory-bus.ts'
import { parentTransport } from './parent-transport.ts'
import { postgresTransport } from './postgres-transport.ts'
import { sharedBus, type OpenBus } from './shared-bus.ts'

/** Facts that decide which other processes use the database. */
export interface BusOptions {
  readonly databaseUrl: string
  readonly log: Log
  /** Undefined for a process without a parent. */
  readonly line: BusLine | undefined
}

/** Opens the bus of a host: by its database where that is a server, else through the parent, else in memory. */
export async function openBus({ databaseUrl, log, line }: BusOptions): Promise<OpenBus> {
  if (isPostgres(databaseUrl)) {
    return await sharedBus((listener) => postgresTransport({ url: databaseUrl, log }, listener))
  }
  if (line !== undefined) return await sharedBus(async (listener) => parentTransport(line, listener))
  return Object.freeze({ ...memoryBus(), async [Symbol.asyncDispose]() {} })
}
