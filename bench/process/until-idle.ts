import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds. */
const period = 200
/** Part of a processor that an idle process may use. */
const mostUsed = 0.05

/** Resolves when this process has nothing more to do in the background. */
export async function untilIdle(): Promise<void> {
  for (;;) {
    const before = process.cpuUsage()
    await sleep(period)
    const { user, system } = process.cpuUsage(before)
    if (user + system < 1000 * period * mostUsed) return
  }
}
