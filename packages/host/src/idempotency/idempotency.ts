import type { IdempotencyService, Log } from '@host/plugin'
import type { IdempotencyKeysService } from '@host/plugin/platform'
import type { Transactor } from '../database/transactor.ts'
import type { Vault } from '../security/encryption/vault.ts'
import type { NodeLease } from '../database/nodes/node-lease.ts'
import { within } from '../support/within.ts'
import { EntryStore } from './entry-store.ts'
import { HandlerRun } from './handler-run.ts'
import { idempotencyService } from './idempotency-service.ts'
import { IdempotentRuns } from './idempotent-runs.ts'
import { LiveKeys } from './live-keys.ts'
import type { StepListener } from './states.ts'
import { Sweeper } from './sweeper.ts'

/** Options of idempotency. */
export interface IdempotencyOptions {
  readonly database: Transactor
  readonly vault: Vault
  readonly lease: Pick<NodeLease, 'id'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  readonly onStep?: StepListener | undefined
}

/** The idempotency of one host. */
export interface HostIdempotency {
  /** Makes a handler idempotent. */
  readonly service: IdempotencyService
  /** The keys of a workspace, for the console. */
  readonly keys: IdempotencyKeysService
  readonly sweeper: Pick<Sweeper, 'start' | 'sweep'>
  /** Answers requests with a key whose holder the host itself has found. */
  readonly runs: Pick<IdempotentRuns, 'answer'>
  /** Waits for handlers that run on without their clients. @param limit milliseconds */
  settle(limit: number): Promise<void>
}

/** Creates the services that store answers, and their maintenance. */
export function createIdempotency(options: IdempotencyOptions): HostIdempotency {
  const { database, vault, lease, clock, log, onStep } = options
  const owner = lease.id
  const store = new EntryStore({ database, owner, clock })
  const handlerRun = new HandlerRun({ store, vault, database, clock, log, onStep })
  const runs = new IdempotentRuns({ store, vault, handlerRun, onStep })
  const sweeper = new Sweeper({ database, store, owner, clock, log, isRunning: (name) => runs.isRunning(name) })
  return Object.freeze({
    service: idempotencyService(runs),
    keys: Object.freeze(new LiveKeys(database, clock)),
    sweeper,
    runs,
    settle: async (limit: number) => {
      await within(limit, runs.settled()).catch(() => log.warn('Handlers with an idempotency key were still running'))
    },
  })
}
