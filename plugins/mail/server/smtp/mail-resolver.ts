import type { Lookup, LookupType, MailResolver } from '@host/email'

/** Milliseconds for all questions of one call. */
const timeLimit = 10_000

/** DNS for deliveries. A rejection is a temporary failure. */
export function mailResolver(lookup: Lookup): MailResolver {
  const ask = async (name: string, type: LookupType) =>
    await lookup(name, type, { signal: AbortSignal.timeout(timeLimit) })
  return Object.freeze<MailResolver>({
    async mx(domain) {
      const answer = await ask(domain, 'MX')
      if (answer.kind === 'no-name') return undefined
      return answer.kind === 'no-data' ? [] : answer.records.map(exchangeOf)
    },
    /** IPv4 first, whose senders are known to more servers. A failure of one kind hides no address of the other. */
    async addresses(host) {
      const settled = await Promise.allSettled([ask(host, 'A'), ask(host, 'AAAA')])
      const found = settled.flatMap((each) =>
        each.status === 'fulfilled' && each.value.kind === 'records' ? each.value.records : [],
      )
      const failed = settled.find((each) => each.status === 'rejected')
      if (found.length === 0 && failed !== undefined) throw failed.reason
      return found
    },
    async txt(name) {
      const answer = await ask(name, 'TXT')
      return answer.kind === 'records' ? answer.records : []
    },
  })
}

function exchangeOf(record: string): { readonly preference: number; readonly exchange: string } {
  const [preference = '', exchange = ''] = record.split(' ')
  return { preference: Number(preference), exchange }
}
