/**
 * Delivers server-side changes to every tab of this browser over one connection:
 *
 *   waiting for the lock --lock--> leading: stream -> this tab and, over the channel, all others
 *        '--a change on the channel--> this tab
 *
 * Lock and channel are per user and workspace, so a tab never receives changes of a workspace that another tab shows. A tab that takes over from another one, or that has lost the connection, notifies all tabs that
 * everything may have changed, because changes in between were missed.
 */
import type { QueryClient } from '@tanstack/react-query'
import { concerns, everythingChanged, pathOfQuery, readChange, type LiveChange } from './live-change.ts'
import { followStream, type Whose } from './live-stream.ts'
import { canTakeTurns, takeTurns } from './take-turns.ts'
import { whileSeen } from './while-seen.ts'

/** Options of `openLive`. */
export interface LiveOptions {
  readonly whose: Whose
  readonly queries: QueryClient
  /** The id of this tab, sent to the server with every call. */
  readonly tabId: string
  readonly connect: (signal: AbortSignal) => Promise<Response>
  /** Asks the server who is signed in, and where. */
  readonly recheckSession: () => void
  /** Called for each change that this tab has not caused. */
  readonly onChange: (change: LiveChange) => void
}

/** How long a hidden tab stays subscribed, in milliseconds. */
const hiddenPatience = 5 * 60_000

/**
 * Starts following live changes.
 * @returns a function that stops it
 */
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
          onAnonymous: recheckSession,
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

/** Counts that the shell derives from plugin data; the page that changes the data doesn't refetch them. */
const counted: ReadonlySet<string> = new Set(['/api/badges', '/api/checklist'])

/**
 * Refetches the changed data. The tab that caused the change already has its own data and refetches only the counts of
 * the shell. A hidden tab only marks its data as stale and refetches it when it becomes visible.
 */
function apply({ queries, tabId, onChange }: LiveOptions, told: LiveChange): void {
  const isOwn = told.by === tabId
  const change = isOwn ? { ...told, paths: told.paths.filter((path) => counted.has(path)) } : told
  void askAgain(queries, change)
  if (!isOwn) onChange(change)
}

/** Refetches changed data that a visible page shows; other data is refetched when it is next shown. */
export function askAgain(queries: QueryClient, change: LiveChange): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => {
      const path = pathOfQuery(queryKey)
      return path !== undefined && concerns(change, path)
    },
    refetchType: document.visibilityState === 'visible' ? 'active' : 'none',
  })
}
