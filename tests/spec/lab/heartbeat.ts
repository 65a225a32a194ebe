/** How long the event loop of this process stood still while some work ran. */
export interface Heartbeat<Result> {
  readonly result: Result
  /** The longest time between two beats, in milliseconds. */
  readonly largestGap: number
}

const interval = 5

/**
 * Runs work beside a timer of 5 ms and measures the largest gap between two of its beats. Only for soaks: a loaded machine
 * makes gaps of its own, so tests of CI count statements and rows in place of milliseconds.
 * @example const { largestGap } = await withHeartbeat(() => ada.get('/api/audit?actor=agent'))
 */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Heartbeat<Result>> {
  let last = performance.now()
  let largestGap = 0
  const beat = (): void => {
    const now = performance.now()
    largestGap = Math.max(largestGap, now - last)
    last = now
  }
  const timer = setInterval(beat, interval)
  try {
    const result = await work()
    beat()
    return { result, largestGap }
  } finally {
    clearInterval(timer)
  }
}
