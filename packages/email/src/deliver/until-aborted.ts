/** The result of work that may not know its signal. Work that ends after the signal is given to `discard`. */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  discard: (result: T) => void = () => {},
): Promise<T> {
  let onAbort = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new DOMException('The time is over.', 'AbortError'))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work, aborted])
  } catch (error) {
    work.then(discard, () => {})
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
