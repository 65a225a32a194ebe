import type { LiveService } from '@host/plugin'

const path = '/api/webhooks'

/**
 * Tells open pages that deliveries stand differently, at once and then at most once in a while for each workspace: a
 * thousand deliveries are one reason to look again, not a thousand.
 * @param every milliseconds
 */
export function liveTicker(live: Pick<LiveService, 'changed'>, every: number): (orgId: string) => void {
  const resting = new Map<string, { isDue: boolean }>()
  const tell = (orgId: string): void => {
    const rest = { isDue: false }
    resting.set(orgId, rest)
    live.changed(orgId, [path])
    const timer = setTimeout(() => {
      resting.delete(orgId)
      if (rest.isDue) tell(orgId)
    }, every)
    timer.unref()
  }
  return (orgId) => {
    const rest = resting.get(orgId)
    if (rest === undefined) tell(orgId)
    else rest.isDue = true
  }
}
