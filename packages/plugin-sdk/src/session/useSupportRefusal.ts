import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '@host/client'
import { isReachedBySupport, type Me } from '@host/plugin/wire'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useHost } from './HostProvider.tsx'
import { sessionKey } from './session-monitor.ts'

/** The support access by which the session is in the workspace; undefined for members. */
export function ownSupport(me: Me | null | undefined): { readonly isReadOnly: boolean } | undefined {
  return me?.workspace?.support?.find(({ isOwn }) => isOwn)
}

/** The support access by which the session is in the workspace; undefined for members, and before sign-in. */
export function useOwnSupport(): { readonly isReadOnly: boolean } | undefined {
  const { session } = useHost()
  // The shell reads the session. Here it is only looked up, also on pages without one.
  const { data } = useQuery({ queryKey: sessionKey, queryFn: session.read, staleTime: 60_000, enabled: false })
  return ownSupport(data)
}

/**
 * Why support access refuses an endpoint to this session, by the endpoint's definition. Undefined where it takes the
 * endpoint, for members, and before sign-in.
 */
export function useSupportRefusal(endpoint: Endpoint): string | undefined {
  const { t } = useTranslation()
  const support = useOwnSupport()
  if (support === undefined || isReachedBySupport(endpoint, support)) return undefined
  const isBeyondAll = !isReachedBySupport(endpoint, { isReadOnly: false })
  return t(isBeyondAll ? 'sdk.support.unavailable' : 'sdk.support.readOnly')
}
