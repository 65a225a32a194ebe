import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds before each further try. */
const waits = [200, 1_000, 3_000, 10_000]

/** Stores the result of something that can't be repeated: a database that is away for a moment loses no reply. */
export async function untilStored<Result>(store: () => Promise<Result>): Promise<Result> {
  for (const wait of waits) {
    try {
      return await store()
    } catch {
      await sleep(wait, undefined, { ref: false })
    }
  }
  return await store()
}
