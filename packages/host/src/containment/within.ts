/** The result of a promise, if it is in time. @param limit milliseconds @throws Error when it does not */
export async function within<Value>(limit: number, promise: Promise<Value>): Promise<Value> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error(`It did not finish within ${limit} ms.`)), limit)
  try {
    return await Promise.race([promise, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
