import { planLimits } from '../../shared.ts'

const day = 86_400_000

/** Until when a workspace that is over a quota has time. @param since when it came to be (ISO 8601) */
export function noticeEnd(since: string): string {
  return new Date(Date.parse(since) + planLimits.noticeDays * day).toISOString()
}
