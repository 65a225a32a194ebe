/** Opens the stream of changes of a workspace, or of a user without one. */
export type ConnectLive = (signal: AbortSignal, workspace: string | null) => Promise<Response>

/** Creates the function that opens the live stream of a host. */
export function connectLiveAt(baseUrl: string, given: typeof fetch | undefined): ConnectLive {
  // bounded: the page's own base address.
  const url = new URL(`${new URL(baseUrl).pathname.replace(/\/+$/, '')}/api/live`, baseUrl)
  const accept = 'text/event-stream'
  return (signal, workspace) =>
    (given ?? fetch)(url, {
      headers: workspace === null ? { accept } : { accept, 'x-workspace': workspace },
      cache: 'no-store',
      signal,
    })
}
