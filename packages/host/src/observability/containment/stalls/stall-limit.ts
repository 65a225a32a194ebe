/** How long the event loop may be blocked before the process ends, in milliseconds. */
export type StallLimit = 'auto' | 'off' | number

const workerLimit = 3_000
/** A shorter stall could not be named before it ended the process. */
const shortest = 2

/** @throws TypeError with the expected form */
export function parseStallLimit(text: string): StallLimit {
  if (text === 'auto' || text === 'off') return text
  const seconds = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (seconds < shortest) {
    throw new TypeError(
      `${JSON.stringify(text)} is not a valid value; use "auto", "off", or a number of seconds from ${shortest}`,
    )
  }
  return seconds * 1_000
}

/** After how many milliseconds a process ends itself; undefined for never. */
export function stallLimit(limit: StallLimit, isWorker: boolean): number | undefined {
  if (limit === 'auto') return isWorker ? workerLimit : undefined
  return limit === 'off' ? undefined : limit
}
