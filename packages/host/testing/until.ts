import { setTimeout as pause } from 'node:timers/promises'

/** Longer than anything takes on a busy machine: only a test that fails waits for so long. */
const patience = 60_000
/** Milliseconds between two looks: a look may be a request, and what takes long needs fewer of them. */
const [shortest, longest] = [5, 25]

/**
 * Waits until a condition holds, for changes that nothing announces to a test.
 * @throws Error when it does not hold within a minute
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const begun = performance.now()
  while (!(await holds())) {
    const waited = performance.now() - begun
    if (waited > patience) throw new Error(`Not within ${patience / 1_000} s: ${String(holds)}`)
    await pause(Math.min(longest, Math.max(shortest, waited / 10)))
  }
}
