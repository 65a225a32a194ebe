import type { LiveService } from '@host/plugin'

const path = '/api/webhooks'

/**
 * Notifies open pages that deliveries have changed, at once and then at most once per interval and workspace: a
 * thousand deliveries cause one refetch.
 * @param every milliseconds
 */
export function liveTicker(live: Pick<LiveService, 'changed'>, every: number): (orgId: string) => void {
  const resting = new Map<string, { isDue: boolean }>()
  const notifyPages = (orgId: string): void => {
    const rest = { isDue: false }
    resting.set(orgId, rest)
    live.changed(orgId, [path])
    const timer = setTimeout(() => {
      resting.delete(orgId)
      if (rest.isDue) notifyPages(orgId)
    }, every)
    timer.unref()
  }
  return (orgId) => {
    const rest = resting.get(orgId)
    if (rest === undefined) notifyPages(orgId)
    else rest.isDue = true
  }
}
