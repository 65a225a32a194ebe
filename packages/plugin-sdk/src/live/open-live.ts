/**
 * What changes on the server, in every tab of this browser, over one connection:
 *
 *   waiting for the turn --lock--> leading: stream -> this tab and, by the channel, all others
 *        '--a change on the channel--> this tab
 *
 * Lock and channel belong to one user in one workspace, so a tab that still shows the workspace before never hears of
 * another one. Whoever begins to lead after somebody else, or has lost the connection, tells all tabs that everything may
 * have changed: what happened in between was said to nobody.
 */
import type { QueryClient } from '@tanstack/react-query'
import { concerns, everythingChanged, pathOfQuery, readChange, type LiveChange } from './live-change.ts'
import { followStream, type Whose } from './live-stream.ts'
import { canTakeTurns, takeTurns } from './take-turns.ts'
import { whileSeen } from './while-seen.ts'

/** What live changes are opened with. */
export interface LiveOptions {
  readonly whose: Whose
  readonly queries: QueryClient
  /** This tab, as the server is told with every call. */
  readonly tabId: string
  readonly connect: (signal: AbortSignal) => Promise<Response>
  /** Asks the server who is signed in, and where. */
  readonly recheckSession: () => void
  /** Told of each change that this tab has not caused. */
  readonly onChange: (change: LiveChange) => void
}

/** How long a hidden tab goes on listening, in milliseconds. */
const hiddenPatience = 5 * 60_000

/** Begins to follow. @returns what ends it */
export function openLive(options: LiveOptions): () => void {
  const { whose, connect, recheckSession } = options
  const name = `host.live ${whose.userId} ${whose.orgId ?? ''}`
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const change = readChange(data)
    if (change !== undefined) apply(options, change)
  })
  const tellAll = (change: LiveChange): void => {
    apply(options, change)
    if (canTakeTurns()) channel.postMessage(change)
  }
  const end = whileSeen(canTakeTurns() ? hiddenPatience : 0, (isAgain) => {
    const over = new AbortController()
    if (isAgain) apply(options, everythingChanged)
    const lead = (hasWaited: boolean): Promise<void> =>
      followStream(
        {
          whose,
          connect,
          onOpen: (isFirst) => {
            if (hasWaited || !isFirst) tellAll(everythingChanged)
          },
          onChange: tellAll,
          onStranger: recheckSession,
        },
        over.signal,
      )
    void takeTurns(name, over.signal, lead).catch(() => undefined)
    return () => over.abort()
  })
  return () => {
    end()
    channel.close()
  }
}

/** What the shell counts from the data of plugins; the page that has changed them knows nothing of it. */
const counted: ReadonlySet<string> = new Set(['/api/badges', '/api/checklist'])

/**
 * Asks again for what has changed. The tab that has caused it knows its own part, and asks only for what the shell counts.
 * A hidden tab only notes that its data are old, and asks when it is seen.
 */
function apply({ queries, tabId, onChange }: LiveOptions, told: LiveChange): void {
  const isOwn = told.by === tabId
  const change = isOwn ? { ...told, paths: told.paths.filter((path) => counted.has(path)) } : told
  void askAgain(queries, change)
  if (!isOwn) onChange(change)
}

/** Asks again for what a page shows of what has changed; what nobody sees is asked when it is seen. */
export function askAgain(queries: QueryClient, change: LiveChange): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => {
      const path = pathOfQuery(queryKey)
      return path !== undefined && concerns(change, path)
    },
    refetchType: document.visibilityState === 'visible' ? 'active' : 'none',
  })
}
