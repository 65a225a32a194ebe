/**
 * A restore that the welcome page of an empty instance orders. The process that runs the host, or its workers, stops
 * them, restores, and starts them again:
 *
 *   serving --order--> stopping --stopped--> restoring --restored--> starting, on the backup
 *                         |                      |--failed--> starting, on the data from before, with the reason
 *                         '--stop signal---------'--stop signal--> exit, with the data from before or the backup
 */
import {
  BackupError,
  BootError,
  restoreInstance,
  type HostConfig,
  type OrderRestore,
  type RestoreOrder,
} from '@host/host'
import type { Log, Wording } from '@host/plugin'
import type { CliContext } from '../cli-context.ts'
import { pluginEntries } from '../plugin-entries.ts'
import { StopSignal } from '../stop-signal.ts'
import { helpFilesOf } from './help-files.ts'

/** Takes one order. */
export class RestoreOrders {
  readonly #ordered = Promise.withResolvers<RestoreOrder>()
  #isTaken = false

  /** Resolves with the order, once. */
  get ordered(): Promise<RestoreOrder> {
    return this.#ordered.promise
  }

  readonly order: OrderRestore = (order) => {
    if (this.#isTaken) return Promise.resolve(false)
    this.#isTaken = true
    this.#ordered.resolve(order)
    return Promise.resolve(true)
  }
}

/** The end of a restore: the process starts the host again unless it was told to stop. */
export interface RestoreEnd {
  readonly isStopped: boolean
  /** Reason of a failure, which left the data as before. */
  readonly failure: Wording | undefined
}

/** Restores what was ordered while no host runs on the data. */
export async function restoreOrdered(
  context: CliContext,
  { config, log }: { readonly config: HostConfig; readonly log: Log },
  { id, identity }: RestoreOrder,
): Promise<RestoreEnd> {
  using stop = new StopSignal()
  const { edition, build, assets } = context
  const plugins = pluginEntries(edition, build, helpFilesOf(context))
  log.info('Restoring a backup', { id })
  let failure: Wording | undefined
  try {
    const restored = await restoreInstance({
      config,
      place: undefined,
      id,
      identity,
      threadCode: assets?.text,
      next: { plugins, log },
      signal: stop.signal,
      confirm: () => Promise.resolve(true),
    })
    log.info('The backup is restored', { id, copy: restored?.copy, files: restored?.files })
  } catch (error) {
    failure = reasonOf(error)
    log.error('The restore failed; the data is as before, and the setup link still works', { id, err: error })
  }
  return { isStopped: stop.signal.aborted, failure }
}

function reasonOf(error: unknown): Wording {
  if (error instanceof BackupError) return error.sentence
  if (error instanceof BootError) return `This version can't start on the backup: ${error.problems.join(' ')}`
  return error instanceof Error ? error.message : String(error)
}
