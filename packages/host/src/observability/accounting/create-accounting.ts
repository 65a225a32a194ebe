import type { Log } from '@host/plugin'
import type { AccountingService } from '@host/plugin/platform'
import type { ExecutionContexts } from '../containment/execution-contexts.ts'
import type { DataAccess } from '../../database/data-access.ts'
import { accountingService } from './accounting-service.ts'
import { accountingModels } from './models.ts'
import type { UsageMeter } from './usage-meter.ts'
import { UsageStore } from './usage-store.ts'
import { UsageWriter } from './usage-writer.ts'
import { watchOutbound } from './watch-outbound.ts'

/** Options of the accounting of a host. */
export interface AccountingOptions {
  readonly usage: UsageMeter
  readonly contexts: ExecutionContexts
  readonly data: DataAccess
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

/** Resource usage of plugins and workspaces, counted and stored. */
export interface AccountingParts {
  readonly service: AccountingService
  /** Drops the counts of an erased workspace. */
  forget(orgId: string): void
  /** Starts counting outbound requests, and writing. @returns a function that stops it, before the database closes */
  start(): () => Promise<void>
}

/** Makes the accounting. It writes nothing before it is started, but for a look that asks. */
export function createAccounting({ usage, contexts, data, clock, log }: AccountingOptions): AccountingParts {
  const store = new UsageStore(data.forHost(accountingModels))
  const writer = new UsageWriter({ usage, store, clock, steady: () => performance.now(), log })
  return Object.freeze<AccountingParts>({
    service: accountingService(store, writer),
    forget: (orgId) => writer.forget(orgId),
    start: () => {
      const [stopWriting, stopWatching] = [writer.start(), watchOutbound(contexts, usage)]
      return async () => {
        stopWatching()
        await stopWriting()
      }
    },
  })
}
