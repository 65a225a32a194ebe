const minute = 60_000
const hour = 60 * minute

/** Waits before each next attempt; the last one repeats. */
const waits = [minute, 5 * minute, 15 * minute, hour, 2 * hour, 4 * hour, 8 * hour]
/** A server that asks new senders to come back accepts none for some minutes. */
const afterGreylisting = 5 * minute

/** How long to wait after an attempt. @param attempts so far, with this one */
export function waitAfter(attempts: number, { isGreylisting }: { readonly isGreylisting: boolean }): number {
  const usual = waits[Math.min(attempts, waits.length) - 1] ?? minute
  return isGreylisting && attempts === 1 ? afterGreylisting : usual
}
