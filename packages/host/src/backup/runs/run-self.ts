/** How a process ended: its exit code, or the signal that ended it. */
export type ProcessEnd = number | string

/** Options of a process. */
export interface RunSelfOptions {
  /** Ends the process. */
  readonly signal: AbortSignal
  /** Receives each line of its output. */
  readonly onLine: (line: string) => void
}

/**
 * Runs this executable once more, as a process of its own with other arguments and at low priority. Resolves when it has
 * ended. @throws Error when it can't be started
 */
export type RunSelf = (args: readonly string[], options: RunSelfOptions) => Promise<ProcessEnd>
