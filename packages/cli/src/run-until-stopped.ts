/**
 * The life of a serving process.
 *
 *   starting --listening--> serving --SIGTERM or SIGINT--> leaving --HOST_STOP_DELAY--> stopping --stopped--> exit 0
 *                              '--fault of the host itself--> stopping --stopped--> exit 1
 *
 * A second signal ends the process at once.
 */
import { installFaultHandlers, type Host } from '@host/host'
import { giveBackMemory } from './serve/give-back-memory.ts'

const signals = ['SIGTERM', 'SIGINT'] as const

/** Serves until the process gets a stop signal. */
export async function runUntilStopped(host: Host, start: () => Promise<void>): Promise<void> {
  const removeHandlers = installFaultHandlers(host)
  const told = Promise.withResolvers<void>()
  for (const signal of signals) process.once(signal, () => told.resolve())
  try {
    await Promise.race([start().then(giveBackMemory), told.promise])
    await told.promise
    await host.leave()
  } finally {
    await host.stop()
    removeHandlers()
  }
}
