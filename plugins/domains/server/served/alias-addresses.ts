/** The addresses behind an ALIAS record, as the operator's resolvers have them. */
import type { Message } from '@host/dns'
import { Outbound } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Parts } from '../parts.ts'
import type { AliasFamily, AliasState } from './models.ts'

/** Dependencies of a lookup. */
export type LookupParts = Pick<Parts, 'ctx' | 'nameServers' | 'clock'>

/** Milliseconds of a lookup. */
const lookupLimit = 5_000
/** Seconds that addresses stay when lookups fail. */
const grace = 3_600
/** Addresses of a target in each family. */
const mostAddresses = 20
const httpsPort = 443

/**
 * Looks the target of an ALIAS record up. A family whose lookup fails keeps its last addresses for an hour.
 * @throws the reason of the signal
 */
export async function lookUpAlias(parts: LookupParts, state: AliasState, signal: AbortSignal): Promise<AliasState> {
  const now = parts.clock()
  const [four, six] = await Promise.all([
    ask(parts, state, { type: 'A', signal }),
    ask(parts, state, { type: 'AAAA', signal }),
  ])
  const found = four.addresses.length + six.addresses.length > 0
  const ipv4 = familyOf(state.ipv4, found ? four : failure, now)
  const ipv6 = familyOf(state.ipv6, found ? six : failure, now)
  return { ...state, ttl: found ? Math.min(state.mostTtl, four.ttl, six.ttl) : state.ttl, ipv4, ipv6 }
}

interface Lookup {
  /** Whether a resolver has answered without an error. */
  readonly isAnswered: boolean
  readonly addresses: readonly string[]
  /** Seconds. */
  readonly ttl: number
}

/** A target without any address counts as one that fails. */
const failure: Lookup = { isAnswered: false, addresses: [], ttl: Infinity }

async function ask(
  { nameServers, ctx }: LookupParts,
  { target }: AliasState,
  { type, signal }: { readonly type: 'A' | 'AAAA'; readonly signal: AbortSignal },
): Promise<Lookup> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(lookupLimit)])
  const messages = await askResolvers(nameServers, { name: target.replace(/\.$/, ''), type, signal: limited })
  signal.throwIfAborted()
  const answered = messages.filter(({ rcode }) => rcode === 0)
  const records = answered.flatMap(({ answers }) => answers)
  const outbound = ctx.lookup(Outbound)
  // Private addresses that the operator's resolvers know are not for the public.
  const isPublic = (address: string): boolean => outbound?.admit(address, httpsPort) !== undefined
  const addresses = new Set(records.filter((each) => each.type === type).map(({ data }) => data))
  return {
    isAnswered: answered.length > 0,
    addresses: [...addresses].filter(isPublic).toSorted().slice(0, mostAddresses),
    ttl: Math.min(...records.map(({ ttl }) => ttl)),
  }
}

async function askResolvers(
  nameServers: Parts['nameServers'],
  { signal, ...question }: { readonly name: string; readonly type: string; readonly signal: AbortSignal },
): Promise<readonly Message[]> {
  try {
    return await nameServers.askResolvers(question, signal)
  } catch (error) {
    if (signal.aborted) return []
    throw error
  }
}

function familyOf(family: AliasFamily, { isAnswered, addresses }: Lookup, now: number): AliasFamily {
  if (isAnswered) return { addresses, foundAt: momentAfter(now) }
  const age = family.foundAt === null ? Infinity : now - Date.parse(family.foundAt)
  return age < grace * 1000 ? family : { addresses: [], foundAt: family.foundAt }
}
