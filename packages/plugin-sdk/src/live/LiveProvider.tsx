import { useEffect, useState, type ReactNode } from 'react'
import { useHost } from '../session/HostProvider.tsx'
import { useSession, useSessionState } from '../session/useSession.ts'
import { createLiveFeed, LiveContext } from './live-context.ts'
import { openLive } from './open-live.ts'

/**
 * Wraps the signed-in pages. Changes by other users or tabs refetch the queries that show them and notify the handlers
 * of `useLive`.
 */
export function LiveProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { queries, tabId, connectLive, session } = useHost()
  const { user, workspace } = useSession()
  const isPresent = useSessionState().status === 'signedIn'
  const [feed] = useState(createLiveFeed)
  const [userId, orgId] = [user.id, workspace?.id ?? null]
  useEffect(() => {
    if (!isPresent) return undefined
    return openLive({
      whose: { userId, orgId },
      queries,
      tabId,
      connect: (signal) => connectLive(signal, orgId),
      recheckSession: () => void session.recheck(),
      onChange: feed.tell,
    })
  }, [isPresent, userId, orgId, queries, tabId, connectLive, session, feed])
  return <LiveContext value={feed}>{children}</LiveContext>
}
