/** What a call gives that did not end in time. */
export const late = Symbol('late')

/** Waits for work as long as patience lasts, in milliseconds. What it throws later is no one's. */
export async function withinTime<Result>(work: Promise<Result>, patience: number): Promise<Result | typeof late> {
  const { promise, resolve } = Promise.withResolvers<typeof late>()
  const timer = setTimeout(() => resolve(late), patience)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
