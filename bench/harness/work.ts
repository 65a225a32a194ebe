import type { Bench } from './bench.ts'
import type { Contender } from './interleave.ts'

/** How many write at once. */
const writers = 8

/** Something that is done many times at once, and is over when all that follows from it is. */
export interface Work {
  act(): Promise<unknown>
  settled(count: number): Promise<void>
}

/** Works for the length of a slice; the time of one in microseconds. */
export function workContender(name: string, { scale }: Bench, { act, settled }: Work): Contender<number> {
  const measure = async (): Promise<number> => {
    const since = performance.now()
    let count = 0
    const write = async (): Promise<void> => {
      for (; performance.now() < since + scale.slice; count += 1) await act()
    }
    await Promise.all(Array.from({ length: writers }, write))
    await settled(count)
    return ((performance.now() - since) * 1_000) / count
  }
  return { name, measure }
}
