/** The clock of a client. */
export interface ClientClock {
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  /** Waits; rejects with the signal's reason when it aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** A number from 0 up to 1, so that clients that were turned away together do not come back together. */
  readonly random: () => number
}

/** The clock of the platform. */
export const platformClock: ClientClock = Object.freeze({
  now: () => performance.now(),
  sleep: sleepUntil,
  random: () => Math.random(),
})

function sleepUntil(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      settle()
    }
    const onAbort = (): void => end(() => reject(signal?.reason as Error))
    const timer = setTimeout(() => end(resolve), milliseconds)
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted === true) onAbort()
  })
}
