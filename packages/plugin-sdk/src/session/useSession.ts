import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ClientError } from '@host/client'
import type { Me } from '@host/plugin/wire'
import { useHost } from './HostProvider.tsx'
import { sessionKey, type SessionMonitor } from './session-monitor.ts'

/** Whether the user is signed in. */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signedOut' }
  /** The session has ended under the page, which stays. */
  | { readonly status: 'lapsed'; readonly me: Me; readonly isRevoked: boolean }
  | { readonly status: 'signedIn'; readonly me: Me }
  | { readonly status: 'failed'; readonly error: Error; readonly retry: () => void }

/** Whether the user is signed in, fetched from the server when the page starts. */
export function useSessionState(): SessionState {
  const { session } = useHost()
  const { data, error, refetch } = useQuery({ queryKey: sessionKey, queryFn: session.read, staleTime: 60_000 })
  const lapsed = session.lapsed()
  if (isNoEntry(error)) return { status: 'failed', error, retry: () => void refetch() }
  if (data === null) {
    if (lapsed === undefined) return { status: 'signedOut' }
    return { status: 'lapsed', me: lapsed, isRevoked: session.isRevoked() }
  }
  if (data !== undefined) return { status: 'signedIn', me: data }
  return error === null ? { status: 'loading' } : { status: 'failed', error, retry: () => void refetch() }
}

/** Whether the address names a workspace that its user can't enter, or none. */
export function isNoEntry(error: unknown): error is ClientError {
  return error instanceof ClientError && (error.status === 404 || error.status === 400)
}

/**
 * The signed-in user and the current workspace.
 * @throws Error before sign-in
 * @example const { user, workspace, role } = useSession()
 * @since 1.0.0
 */
export function useSession(): Me {
  const state = useSessionState()
  const present = 'me' in state ? state.me : undefined
  const [last, setLast] = useState(present)
  if (present !== undefined && present !== last) setLast(present)
  // When the session ends, a page may be drawn once more before the shell takes it away.
  const me = present ?? last
  if (me === undefined) throw new Error('useSession stands outside the signed-in shell.')
  return me
}

/** Session actions of the shell. */
export interface SessionActions extends Pick<
  SessionMonitor,
  'adopt' | 'end' | 'signOut' | 'resume' | 'enter' | 'isNamedBy'
> {
  /** Sends the writes that could still be taken back; before the session moves or ends. */
  readonly settle: () => Promise<void>
}

/** Another address: `enter`. Signed in, or another workspace chosen: `adopt`. Signed in again: `resume`. Signed out: `signOut`. Ended otherwise: `end`. Before any of them: `settle`. */
export function useSessionActions(): SessionActions {
  const { session, deferred } = useHost()
  const { adopt, end, signOut, resume, enter, isNamedBy } = session
  return { adopt, end, signOut, resume, enter, isNamedBy, settle: deferred.flush }
}
