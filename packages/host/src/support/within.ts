/** The result of a promise, if it is in time. @param limit milliseconds @throws NotInTime when it does not */
export async function within<Value>(limit: number, promise: Promise<Value>): Promise<Value> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new NotInTime(limit)), limit)
  try {
    return await Promise.race([promise, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A promise did not settle in its time. */
export class NotInTime extends Error {
  /** @param limit milliseconds */
  constructor(limit: number) {
    super(`It did not finish within ${limit} ms.`)
    this.name = 'NotInTime'
  }
}
