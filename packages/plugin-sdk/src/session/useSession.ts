import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ClientError, type Client } from '@host/client'
import type { Me } from '@host/plugin/wire'
import { readMe } from '../query/shell-endpoints.ts'
import { useClient } from '../query/useClient.ts'
import { endSession, sessionKey } from './create-host.ts'

/** Whether somebody is signed in. */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signedOut' }
  | { readonly status: 'signedIn'; readonly me: Me }
  | { readonly status: 'failed'; readonly error: Error; readonly retry: () => void }

/** Whether somebody is signed in, asked of the server when the page begins. */
export function useSessionState(): SessionState {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: sessionKey,
    queryFn: () => readSession(client),
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
export interface SessionActions {
  /** After signing in or switching the workspace: all other data are asked anew. */
  readonly adopt: (me: Me) => Promise<void>
  /** Asks the server who is signed in. */
  readonly refresh: () => Promise<void>
  /** After signing out. */
  readonly end: () => void
}

/** What the shell does with the session. */
export function useSessionActions(): SessionActions {
  const queries = useQueryClient()
  return useMemo(
    () => ({
      async adopt(me) {
        queries.setQueryData(sessionKey, me)
        await queries.resetQueries({ predicate: ({ queryKey: [pattern] }) => pattern !== readMe.pattern })
      },
      refresh: () => queries.invalidateQueries({ queryKey: sessionKey }),
      end: () => endSession(queries),
    }),
    [queries],
  )
}

async function readSession(client: Client): Promise<Me | null> {
  try {
    return await client.call(readMe)
  } catch (error) {
    if (error instanceof ClientError && error.status === 401) return null
    throw error
  }
}
