import { useEffect } from 'react'
import { useSessionActions } from '@host/plugin-sdk/shell'

/** Resumes automatically when the user returns from the tab of a sign-in provider. */
export function useReturnFromElsewhere(): void {
  const { resume } = useSessionActions()
  useEffect(() => {
    // Without an answer, or while the workspace asks for another way to sign in, the question stays.
    const look = (): void => void resume().catch(() => undefined)
    const onShown = (): void => void (document.visibilityState === 'visible' && look())
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', onShown)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [resume])
}
