/** Opens the stream of changes. */
export type ConnectLive = (signal: AbortSignal) => Promise<Response>

/** Creates the function that opens the live stream of a host. */
export function connectLiveAt(baseUrl: string, given: typeof fetch | undefined): ConnectLive {
  // bounded: the page's own base address.
  const url = new URL(`${new URL(baseUrl).pathname.replace(/\/+$/, '')}/api/live`, baseUrl)
  const init = { headers: { accept: 'text/event-stream' }, cache: 'no-store' } as const
  return (signal) => (given ?? fetch)(url, { ...init, signal })
}
