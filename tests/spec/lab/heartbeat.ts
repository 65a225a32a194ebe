/** How long the event loop of this process stood still while some work ran. */
export interface Heartbeat<Result> {
  readonly result: Result
  /** The longest time between two beats, in milliseconds. */
  readonly largestGap: number
  /**
   * The most processor time that this thread used between two beats, in milliseconds: how long its own work blocked it,
   * independent of the machine's other load.
   */
  readonly largestWork: number
}

const interval = 5

/**
 * Runs work beside a timer of 5 ms and measures the largest gap between two of its beats. Only for soaks: a loaded machine
 * makes gaps of its own, so tests of CI count statements and rows in place of milliseconds.
 * @example const { largestGap } = await withHeartbeat(() => ada.get('/api/audit?actor=agent'))
 */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Heartbeat<Result>> {
  let last = performance.now()
  let [largestGap, largestWork] = [0, 0]
  let used = process.threadCpuUsage()
  const beat = (): void => {
    const now = performance.now()
    largestGap = Math.max(largestGap, now - last)
    last = now
    const { user, system } = process.threadCpuUsage(used)
    largestWork = Math.max(largestWork, (user + system) / 1_000)
    used = process.threadCpuUsage()
  }
  const timer = setInterval(beat, interval)
  try {
    const result = await work()
    beat()
    return { result, largestGap, largestWork }
  } finally {
    clearInterval(timer)
  }
}
