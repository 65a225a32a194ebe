import { setTimeout as pause } from 'node:timers/promises'

/** Longer than anything takes on a busy machine: only a test that fails waits for so long. */
const patience = 60_000

/**
 * Waits until a condition holds, for changes that nothing announces to a test.
 * @throws Error when it does not hold within a minute
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patience; !(await holds()); await pause(5)) {
    if (performance.now() > end) throw new Error(`Not within ${patience / 1_000} s: ${String(holds)}`)
  }
}
