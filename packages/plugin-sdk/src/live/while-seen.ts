/**
 * Keeps something going while the reader may look at the page: it ends some time after the page was hidden, and begins
 * again when it is seen.
 * @param patience how long a hidden page keeps it, in milliseconds
 * @param begin begins, and gives what ends it
 * @returns what ends it for good
 */
export function whileSeen(patience: number, begin: (isAgain: boolean) => () => void): () => void {
  let end: (() => void) | undefined = begin(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') end ??= begin(true)
    else timer = setTimeout(stop, patience)
  }
  const stop = (): void => {
    end?.()
    end = undefined
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    stop()
  }
}
