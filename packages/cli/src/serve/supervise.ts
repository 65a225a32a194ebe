import { createLog, holdDatabase, standardOutput, type HostConfig, type RestoreOrder } from '@host/host'
import type { Wording } from '@host/plugin'
import type { CliContext } from '../cli-context.ts'
import { StopSignal } from '../stop-signal.ts'
import { restoreOrdered } from './ordered-restore.ts'
import { prepareForWorkers, Supervisor, type SupervisorOptions } from './supervisor.ts'

/** How much longer than its requests a worker's plugins and its database may take to stop, in milliseconds. */
const stopMargin = 5_000

/**
 * Keeps workers alive until the process gets a stop signal; a restore that is ordered runs while they are stopped. A
 * second signal ends the process at once, and the workers with it.
 */
export async function supervise(context: CliContext, config: HostConfig, count: number): Promise<void> {
  const { logLevel: level, logFormat: format, stopDelay, stopTimeout } = config
  const log = createLog({
    level,
    format,
    isTerminal: process.stdout.isTTY,
    write: standardOutput(),
  })
  prepareForWorkers(context.assets === undefined ? process.execArgv : [])
  const options = { count, config, log, stopTimeout: stopDelay + 1.5 * stopTimeout + stopMargin }
  let failedRestore: Wording | undefined
  for (;;) {
    const order = await superviseUntilOrder({ ...options, failedRestore }, config.databaseUrl)
    if (order === undefined) return
    const end = await restoreOrdered(context, { config, log }, order)
    if (end.isStopped) return
    failedRestore = end.failure
  }
}

/** Keeps workers alive, and other hosts off their database. @returns the restore that was ordered; undefined after a signal */
async function superviseUntilOrder(options: SupervisorOptions, databaseUrl: string): Promise<RestoreOrder | undefined> {
  using _held = await holdDatabase(databaseUrl)
  const supervisor = new Supervisor(options)
  using stop = new StopSignal()
  void stop.received.then(() => supervisor.stop())
  const order = await supervisor.run()
  return stop.signal.aborted ? undefined : order
}
