import type { AccountingService, UsageRequest } from '@host/plugin/platform'
import { hourLength, type UsageSpan, type UsageStore } from './usage-store.ts'
import type { UsageWriter } from './usage-writer.ts'

/** The most that one look names, and the longest stretch that it covers, in milliseconds. */
const mostNamed = 200
const longest = 92 * 24 * hourLength

/**
 * Creates the service behind the token `Accounting`. Counts of this process are written first, so that a read includes
 * them.
 */
export function accountingService(
  store: Pick<UsageStore, 'by' | 'course'>,
  writer: Pick<UsageWriter, 'write'>,
): AccountingService {
  return Object.freeze<AccountingService>({
    usage: async ({ by, limit, ...request }) => {
      const span = spanOf(request)
      await writer.write()
      return await store.by(by, span, Math.max(1, Math.min(limit, mostNamed)))
    },
    course: async (request) => {
      const span = spanOf(request)
      await writer.write()
      const hours = await store.course(span)
      return hours.map(({ hour, ...usage }) => ({ at: new Date(hour).toISOString(), ...usage }))
    },
  })
}

/** @throws TypeError for a stretch of time that is none, or too long */
function spanOf({ from, to, plugin, orgId }: Omit<UsageRequest, 'by' | 'limit'>): UsageSpan {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  if (!(end >= begin && end - begin <= longest)) {
    throw new TypeError(`Invalid usage range ${from} to ${to}: use two ISO 8601 times, at most 92 days apart.`)
  }
  return {
    from: Math.floor(begin / hourLength) * hourLength,
    to: Math.ceil(end / hourLength) * hourLength,
    plugin,
    orgId,
  }
}
