import { useContext, useEffect, useEffectEvent } from 'react'
import { concerns } from './live-change.ts'
import { LiveContext } from './live-context.ts'

/**
 * Tells a page that somebody else has changed what lies at or under a path of the API, or that they may have while
 * nobody listened. Queries need no such telling: those that show it are asked again anyway.
 * @example useLive('/api/x/notes/notes', () => setNote('Somebody has changed this meanwhile.'))
 * @since 1.0.0
 */
export function useLive(path: `/api/${string}`, handler: () => void): void {
  const feed = useContext(LiveContext)
  const onChange = useEffectEvent(handler)
  useEffect(
    () =>
      feed?.subscribe((change) => {
        if (concerns(change, path) || change.paths.some((changed) => changed.startsWith(`${path}/`))) onChange()
      }),
    [feed, path],
  )
}
