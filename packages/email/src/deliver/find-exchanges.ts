import { ExchangeError } from './exchange-error.ts'
import type { MailResolver, MxRecord } from './mail-resolver.ts'
import { localOutcome } from './outcome.ts'

const maxExchanges = 10

export interface ExchangeSearch {
  readonly resolver: Pick<MailResolver, 'mx'>
  /** The name of this host, which sends to itself only for domains that it is the last server of. */
  readonly name: string
  readonly isOwnDomain?: ((domain: string) => Promise<boolean>) | undefined
  readonly random?: (() => number) | undefined
}

/**
 * Hosts that take mail for a domain, in their order; those of one preference in random order. Where this host is one of them,
 * only better ones count, so that no message goes in a circle (RFC 5321, §5.1).
 *
 * @throws {ExchangeError} when there are none, or DNS fails
 */
export async function findExchanges(
  domain: string,
  { resolver, name, isOwnDomain, random = Math.random }: ExchangeSearch,
): Promise<string[]> {
  const records = await resolver.mx(domain).catch(() => {
    throw failure('4.4.3', `DNS failed for ${domain}`)
  })
  if (records === undefined) throw failure('5.1.2', `The domain ${domain} does not exist`)
  const found = records.length === 0 ? [{ preference: 0, exchange: domain }] : records
  const hosts = found.filter(({ exchange }) => hostOf(exchange) !== '')
  if (hosts.length === 0) throw failure('5.1.10', `The domain ${domain} accepts no mail`)
  const own = Math.min(
    ...hosts.filter(({ exchange }) => hostOf(exchange) === hostOf(name)).map(({ preference }) => preference),
  )
  const isLast = own !== Infinity && (await isOwnDomain?.(domain)) === true
  const better = isLast ? hosts : hosts.filter(({ preference }) => preference < own)
  if (better.length === 0) throw failure('5.4.6', `Mail for ${domain} would come back to this host`)
  return [...new Set(inOrder(better, random).map(({ exchange }) => hostOf(exchange)))].slice(0, maxExchanges)
}

function inOrder(records: readonly MxRecord[], random: () => number): MxRecord[] {
  return records
    .map((record) => ({ record, place: random() }))
    .toSorted((a, b) => a.record.preference - b.record.preference || a.place - b.place)
    .map(({ record }) => record)
}

function hostOf(exchange: string): string {
  return exchange.replace(/\.$/, '').toLowerCase()
}

function failure(enhanced: string, text: string): ExchangeError {
  return new ExchangeError(localOutcome('dns', enhanced, text))
}
