import { useEffect } from 'react'
import { useNavigation } from '../navigation/navigation-context.ts'
import { useHost } from './HostProvider.tsx'

/** Lets the page stay when the session ends, and says whether something on it is unsaved. */
export function useHoldSession(): void {
  const { session } = useHost()
  const { guard } = useNavigation().history
  useEffect(() => session.keepPage(), [session])
  useEffect(() => session.holdWhile(guard.isBlocked), [session, guard])
}
