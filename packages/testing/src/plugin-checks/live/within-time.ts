/** The result of a call that did not end in time. */
export const late = Symbol('late')

/** Waits for work up to a time limit, in milliseconds. Later errors are ignored. */
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
