/**
 * What nobody caught, for the process of one host.
 *
 * A plugin's fault is logged under its name and the process goes on: what it left behind is the plugin's own. A fault
 * of the host itself leaves a state that nobody knows, so the requests that run are finished and the process ends for
 * its supervisor to start it anew; a second one on the way ends it at once.
 */
import type { FaultOwner } from '../host.ts'
import type { FaultKind } from './faults.ts'

/** The part of a host that faults are told to. */
export interface FaultTaker {
  reportFault(error: unknown, kind: FaultKind): FaultOwner
  stop(): Promise<void>
}

/**
 * Installs the process's handlers for uncaught exceptions and unhandled rejections.
 * @param end ends the process
 * @returns takes them away again
 */
export function installFaultHandlers(
  host: FaultTaker,
  end: (code: number) => void = (code) => process.exit(code),
): () => void {
  let isEnding = false
  const take =
    (kind: FaultKind) =>
    (error: unknown): void => {
      if (host.reportFault(error, kind) === 'plugin') return
      if (isEnding) return end(1)
      isEnding = true
      void endAfterStop(host, end)
    }
  const onException = take('uncaught exception')
  const onRejection = take('unhandled rejection')
  process.on('uncaughtException', onException)
  process.on('unhandledRejection', onRejection)
  return () => {
    process.off('uncaughtException', onException)
    process.off('unhandledRejection', onRejection)
  }
}

async function endAfterStop(host: FaultTaker, end: (code: number) => void): Promise<void> {
  try {
    await host.stop()
  } finally {
    end(1)
  }
}
