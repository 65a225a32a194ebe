/** Runs something when the browser has nothing to do, until the returned function is called. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 1_000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run, { timeout: 3_000 })
  return () => cancelIdleCallback(request)
}
