/**
 * Lets one tab of this browser at a time do something, and the next one when that tab has ended, however it did.
 * @param lead does it until the signal aborts; `hasWaited` when another tab did it before
 */
export async function takeTurns(
  name: string,
  signal: AbortSignal,
  lead: (hasWaited: boolean) => Promise<void>,
): Promise<void> {
  // Web Locks need a secure context (TLS or localhost). Without them, every visible tab leads.
  const locks = (navigator as Partial<Navigator>).locks
  if (locks === undefined) return await lead(false)
  try {
    const isOver = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock === null) return signal.aborted
      await lead(false)
      return true
    })
    if (!isOver) await locks.request(name, { signal }, () => lead(true))
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Whether tabs can take turns here. */
export function canTakeTurns(): boolean {
  return (navigator as Partial<Navigator>).locks !== undefined
}
