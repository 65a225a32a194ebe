/**
 * Keeps an activity running while the page is visible: it stops some time after the page was hidden, and restarts when
 * the page is visible again.
 * @param patience how long it keeps running on a hidden page, in milliseconds
 * @param begin starts the activity and returns a function that stops it
 * @returns a function that stops it permanently
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
