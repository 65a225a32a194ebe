/** Options of periodic work. */
export interface PeriodicOptions {
  /** Milliseconds from the end of a run to the start of the next one. */
  readonly every: number
  /** The largest share of that pause that is left out at random, so that processes do not run in step. */
  readonly jitter?: number
  /** Runs at the start too, and not only after the first pause. */
  readonly isRunAtStart?: boolean
  /** Runs once more when it is stopped. */
  readonly isRunAtStop?: boolean
  /** @param stopping aborted when the work is stopped; a run that ends early because of it is not an error */
  work(stopping: AbortSignal): unknown
  onError(error: unknown): void
}

/** The signal of a run by hand, which nothing stops. */
export const neverStopping = new AbortController().signal

/**
 * Runs work again and again in the background, one run at a time. A failed run is reported, and the next one comes after
 * the usual pause. A waiting run does not keep the process alive.
 *
 *   waiting --pause--> running --ended or failed--> waiting
 *   any of these --stop--> the running one is waited for --> stopped
 *
 * @returns a function that stops it, and resolves when nothing runs any more
 */
export function runPeriodically(options: PeriodicOptions): () => Promise<void> {
  const { every, jitter = 0, isRunAtStart = false, isRunAtStop = false } = options
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const run = async (): Promise<void> => {
    await runOnce(options, stopping.signal)
    if (!stopping.signal.aborted) wait()
  }
  const wait = (): void => {
    const pause = every * (1 - jitter * Math.random())
    timer = setTimeout(() => void (running = run()), pause).unref()
  }

  if (isRunAtStart) running = run()
  else wait()
  return async () => {
    if (stopping.signal.aborted) return await running
    stopping.abort()
    clearTimeout(timer)
    if (isRunAtStop) running = running.then(() => runOnce(options, stopping.signal))
    await running
  }
}

async function runOnce({ work, onError }: PeriodicOptions, stopping: AbortSignal): Promise<void> {
  try {
    await work(stopping)
  } catch (error) {
    const isAborted = stopping.aborted && error instanceof Error && error.name === 'AbortError'
    if (!isAborted) onError(error)
  }
}
