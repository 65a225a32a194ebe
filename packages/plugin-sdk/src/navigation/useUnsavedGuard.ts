import { useEffect } from 'react'
import { useNavigation } from './navigation-context.ts'

/**
 * Asks before the reader leaves the page while something is unsaved: by a link, by going back, by switching the
 * workspace, by signing out, and, in the browser's own words, by closing the tab. A changed query is no leaving.
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
