/** The addresses behind an ALIAS record, as the operator's resolvers have them. */
import { rcodes, type Message } from '@host/dns'
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
 * Looks the target of an ALIAS record up. A family whose lookup fails keeps its last addresses for an hour, and is unknown
 * afterwards.
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

/** The addresses of a family before the first lookup. */
export const unknownFamily: AliasFamily = { addresses: [], foundAt: null }

interface Lookup {
  /** Whether the addresses of the family are known: those that were found, or none. */
  readonly isKnown: boolean
  readonly addresses: readonly string[]
  /** Seconds. */
  readonly ttl: number
}

/** A target without any usable address counts as one that fails. */
const failure: Lookup = { isKnown: false, addresses: [], ttl: Infinity }

async function ask(
  { nameServers, ctx }: LookupParts,
  { target }: AliasState,
  { type, signal }: { readonly type: 'A' | 'AAAA'; readonly signal: AbortSignal },
): Promise<Lookup> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(lookupLimit)])
  const messages = await askResolvers(nameServers, { name: target.replace(/\.$/, ''), type, signal: limited })
  signal.throwIfAborted()
  // Some servers deny a name that has addresses of the other family alone.
  const answered = messages.filter(({ rcode }) => rcode === rcodes.NOERROR || rcode === rcodes.NXDOMAIN)
  const records = answered.flatMap(({ answers }) => answers)
  const outbound = ctx.lookup(Outbound)
  // Private addresses that the operator's resolvers know are not for the public.
  const isPublic = (address: string): boolean => outbound?.admit(address, httpsPort) !== undefined
  const found = new Set(records.filter((each) => each.type === type).map(({ data }) => data))
  const usable = [...found].filter(isPublic).toSorted()
  return {
    isKnown: answered.length > 0 && (found.size === 0 || usable.length > 0),
    addresses: usable.slice(0, mostAddresses),
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

function familyOf(family: AliasFamily, { isKnown, addresses }: Lookup, now: number): AliasFamily {
  if (isKnown) return { addresses, foundAt: momentAfter(now) }
  if (family.foundAt === null || now - Date.parse(family.foundAt) < grace * 1000) return family
  return { ...unknownFamily, last: family.addresses }
}
