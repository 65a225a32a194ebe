import { useContext, useEffect, useEffectEvent } from 'react'
import { concerns } from './live-change.ts'
import { LiveContext } from './live-context.ts'

/**
 * Calls a handler when data at or under an API path was changed by another user or tab, or may have changed while the
 * connection was down. Queries don't need it: those that show the data are refetched automatically.
 * @example useLive('/api/x/notes/notes', () => setNote('This was changed meanwhile.'))
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
