import { useEffect } from 'react'
import { useNavigation } from './navigation-context.ts'

/**
 * Asks for confirmation before the user leaves the page with unsaved changes: by a link, by going back, by switching
 * the workspace, by signing out, and, with the browser's own prompt, by closing the tab. Changing the query string
 * doesn't count as leaving.
 * @example useUnsavedGuard(draft !== note.text)
 * @since 1.0.0
 */
export function useUnsavedGuard(isDirty: boolean): void {
  const { guard } = useNavigation().history
  useEffect(() => {
    if (!isDirty) return undefined
    const release = guard.block()
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => {
      release()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [guard, isDirty])
}
