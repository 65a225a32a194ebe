import { useEffect } from 'react'
import { useHost } from './HostProvider.tsx'

/**
 * Keeps what is being typed when the reader signs out in another tab meanwhile. For forms that are left without a question, such as
 * those in dialogs; `useUnsavedGuard` asks, and keeps as well.
 */
export function useSessionHold(isDirty: boolean): void {
  const { session } = useHost()
  useEffect(() => (isDirty ? session.holdWhile(() => true) : undefined), [session, isDirty])
}
