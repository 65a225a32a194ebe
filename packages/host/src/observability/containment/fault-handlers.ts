/**
 * Handles uncaught errors in the process of one host.
 *
 * A plugin's fault is logged under its name and the process continues: the state it left behind is the plugin's own. A
 * fault of the host itself leaves an unknown state, so running requests are finished and the process exits for its
 * supervisor to start it again; a second one meanwhile ends it at once.
 *
 * A plugin that ends the process can't be prevented from it, so it is named, and the process has failed.
 */
import type { FaultKind } from './faults.ts'

/** Origin of an error. An error of the host itself leaves an unknown state behind: finish running work, and exit. */
export type FaultOwner = 'plugin' | 'host'

/** The part of a host that receives faults. */
export interface FaultTaker {
  reportFault(error: unknown, kind: FaultKind): FaultOwner
  /** Attributes the end of the process to the plugin that asked for it, if one did. */
  reportExit(): boolean
  stop(): Promise<void>
}

/**
 * Installs the process's handlers for uncaught exceptions, unhandled rejections and exits.
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
  // For a supervisor that restarts only failed processes.
  const onExit = (): void => void (host.reportExit() && (process.exitCode = 1))
  process.on('exit', onExit)
  process.on('uncaughtException', onException)
  process.on('unhandledRejection', onRejection)
  return () => {
    process.off('exit', onExit)
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
