import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '@host/plugin/wire'
import { useHost } from './HostProvider.tsx'
import { sessionKey, type SessionKeeper } from './session-keeper.ts'

/** Whether somebody is signed in. */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signedOut' }
  | { readonly status: 'signedIn'; readonly me: Me }
  | { readonly status: 'failed'; readonly error: Error; readonly retry: () => void }

/** Whether somebody is signed in, asked of the server when the page begins. */
export function useSessionState(): SessionState {
  const { data, error, refetch } = useQuery({
    queryKey: sessionKey,
    queryFn: useHost().session.read,
    staleTime: 60_000,
  })
  if (data === null) return { status: 'signedOut' }
  if (data !== undefined) return { status: 'signedIn', me: data }
  return error === null ? { status: 'loading' } : { status: 'failed', error, retry: () => void refetch() }
}

/**
 * Who is signed in, and in which workspace.
 * @throws Error before sign-in
 * @example const { user, workspace, role } = useSession()
 * @since 1.0.0
 */
export function useSession(): Me {
  const state = useSessionState()
  const present = state.status === 'signedIn' ? state.me : undefined
  const [last, setLast] = useState(present)
  if (present !== undefined && present !== last) setLast(present)
  // When the session ends, a page may be drawn once more before the shell takes it away.
  const me = present ?? last
  if (me === undefined) throw new Error('useSession stands outside the signed-in shell.')
  return me
}

/** What the shell does with the session. */
export interface SessionActions extends Pick<SessionKeeper, 'adopt' | 'end'> {
  /** Sends the writes that could still be taken back; before the session moves or ends. */
  readonly settle: () => Promise<void>
}

/** Signed in or switched: `adopt`. Signed out: `end`. Before either: `settle`. */
export function useSessionActions(): SessionActions {
  const { session, deferred } = useHost()
  return { adopt: session.adopt, end: session.end, settle: deferred.flush }
}
