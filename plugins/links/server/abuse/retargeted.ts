import { targetHostOf } from './target-host.ts'

interface Targets {
  readonly url: string
  readonly expired_url: string | null
}

/** The columns of a link whose targets change: it is judged again, also where an instance admin had restored it. */
export function retargeted(
  before: Targets,
  {
    url = before.url,
    expiredUrl = before.expired_url,
  }: { readonly url?: string | undefined; readonly expiredUrl?: string | null | undefined },
  now: number,
) {
  if (url === before.url && expiredUrl === before.expired_url) return {}
  const unchecked = { failures: 0, dead_since: null, check_at: new Date(now).toISOString() }
  return { url, target_host: targetHostOf(url), ...unchecked, ...judgedAgain(now) }
}

/** The columns that have a link judged soon. @param now milliseconds since 1970 */
export function judgedAgain(now: number) {
  return { judge_at: new Date(now).toISOString(), is_trusted: false }
}
