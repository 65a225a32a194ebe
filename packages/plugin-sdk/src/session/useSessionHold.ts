import { useEffect } from 'react'
import { useHost } from './HostProvider.tsx'

/**
 * Preserves input when the user signs out in another tab. For forms that close without confirmation, such as those in
 * dialogs; `useUnsavedGuard` asks for confirmation and preserves input too.
 */
export function useSessionHold(isDirty: boolean): void {
  const { session } = useHost()
  useEffect(() => (isDirty ? session.holdWhile(() => true) : undefined), [session, isDirty])
}
