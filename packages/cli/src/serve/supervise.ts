import { createLog, holdDatabase, standardOutput, type HostConfig } from '@host/host'
import type { CliContext } from '../cli-context.ts'
import { Supervisor } from './supervisor.ts'

const signals = ['SIGTERM', 'SIGINT'] as const
/** How much longer than its requests a worker's plugins and its database may take to stop, in milliseconds. */
const stopMargin = 5_000

/**
 * Keeps workers alive until the process gets a stop signal. A second signal ends it at once, and the workers with it.
 */
export async function supervise({ assets }: CliContext, config: HostConfig, count: number): Promise<void> {
  const { logLevel: level, logFormat: format, databaseUrl } = config
  const log = createLog({
    level,
    format,
    isTerminal: process.stdout.isTTY,
    write: standardOutput(),
  })
  using _held = await holdDatabase(databaseUrl)
  const supervisor = new Supervisor({
    count,
    config,
    log,
    execArgv: assets === undefined ? process.execArgv : [],
    stopTimeout: config.stopDelay + 1.5 * config.stopTimeout + stopMargin,
  })
  for (const signal of signals) process.once(signal, () => supervisor.stop())
  await supervisor.run()
}
