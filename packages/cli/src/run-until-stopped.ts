/**
 * The life of a serving process.
 *
 *   starting --listening--> serving --SIGTERM or SIGINT--> stopping --stopped--> exit 0
 *                              '--fault of the host itself--> stopping --stopped--> exit 1
 *
 * An error that nobody caught has left the code it interrupted in an unknown state. A plugin's is counted against the
 * plugin and the host goes on; the host's own ends the process, after what runs has finished, so that whatever
 * supervises it starts a sound one. A second signal, or a stop that takes too long, ends the process at once.
 */
import type { FaultKind, Host } from '@host/host'
import { CommandFailure } from './command-failure.ts'

const signals = ['SIGTERM', 'SIGINT'] as const

/** Serves until the process is told to stop. @throws CommandFailure when the host itself failed */
export async function runUntilStopped(host: Host, start: () => Promise<void>): Promise<void> {
  const ending = Promise.withResolvers<'signal' | 'fault'>()
  const onSignal = (): void => ending.resolve('signal')
  const onFault =
    (kind: FaultKind) =>
    (error: unknown): void => {
      if (host.reportFault(error, kind) === 'host') ending.resolve('fault')
    }
  const [onException, onRejection] = [onFault('uncaught exception'), onFault('unhandled rejection')]
  process.on('uncaughtException', onException)
  process.on('unhandledRejection', onRejection)
  for (const signal of signals) process.once(signal, onSignal)
  try {
    await start()
    const reason = await ending.promise
    if (reason === 'fault') {
      throw new CommandFailure(['The host stops because of an error of its own; the log has it. Start it again.'])
    }
  } finally {
    await host.stop()
    process.off('uncaughtException', onException)
    process.off('unhandledRejection', onRejection)
    for (const signal of signals) process.off(signal, onSignal)
  }
}
