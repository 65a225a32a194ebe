/**
 * The life of a serving process.
 *
 *   starting --listening--> serving --SIGTERM or SIGINT--> leaving --HOST_STOP_DELAY--> stopping --stopped--> exit 0
 *                              |--`ended`--> leaving --> stopping --stopped--> the caller decides
 *                              '--fault of the host itself--> stopping --stopped--> exit 1
 *
 * A second signal ends the process at once.
 */
import { installFaultHandlers, type Host } from '@host/host'
import { giveBackMemory } from './serve/give-back-memory.ts'
import { StopSignal } from './stop-signal.ts'

/** Serves until the process gets a stop signal, or `ended` resolves. @returns whether it got a signal, also while stopping */
export async function runUntilStopped(
  host: Host,
  start: () => Promise<void>,
  ended: Promise<unknown> = new Promise(() => undefined),
): Promise<boolean> {
  const removeHandlers = installFaultHandlers(host)
  using stop = new StopSignal()
  try {
    const over = Promise.race([stop.received, ended])
    await Promise.race([start().then(giveBackMemory), over])
    await over
    await host.leave()
  } finally {
    await host.stop()
    removeHandlers()
  }
  return stop.signal.aborted
}
