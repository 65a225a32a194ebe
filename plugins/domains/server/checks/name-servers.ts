import { getServers } from 'node:dns'
import type { Authority, Message } from '@host/dns'
import type { DnsResolvers } from '@host/plugin/platform'
import type { OutboundPolicy } from '@host/plugin/safehttp'

const dnsPort = 53
const mostResolvers = 3
/** Milliseconds to find the servers. A check has more, so that those found by then are shown. */
const searchLimit = 8_000
const withPort = /^(?:\[.*|[\d.]+:\d+)$/

/** Questions to name servers, without a cache. No packet goes to an address that the operator's outbound rules refuse. */
export interface NameServers {
  /** The servers that the parent delegates the zone of a name to. @throws AuthorityError */
  authorityOf(name: string, signal: AbortSignal): Promise<Authority>
  /** Whether packets may go to an address. */
  isAllowed(address: string): boolean
  /** The answer of one server. @throws DnsError */
  ask(address: string, question: AskedRecords, signal: AbortSignal): Promise<Message>
  /** The answers of those resolvers that give one, which have caches. */
  askResolvers(question: AskedRecords, signal: AbortSignal): Promise<readonly Message[]>
}

/** A question for records. */
export interface AskedRecords {
  /** Without a dot at the end. */
  readonly name: string
  readonly type: string
}

/**
 * @param outbound without it, as while composing, nothing may be asked
 * @param chosen the operator's resolvers; those of the system when undefined. They often are on a private network, so the
 *   rules let questions to them pass.
 */
export function nameServers(outbound: OutboundPolicy | undefined, chosen: DnsResolvers | undefined): NameServers {
  const port = chosen?.port ?? dnsPort
  const isAllowed = (address: string): boolean => outbound?.admit(address, port) !== undefined
  return Object.freeze<NameServers>({
    isAllowed,
    async authorityOf(name, signal) {
      const { findAuthority } = await import('@host/dns')
      const resolvers = resolversOf(chosen)
      const isAllowedAddress = (address: string): boolean => resolvers.includes(address) || isAllowed(address)
      return await findAuthority(`${name}.`, {
        start: { resolvers },
        port,
        isAllowedAddress,
        signal,
        timeout: searchLimit,
      })
    },
    async ask(address, { name, type }, signal) {
      const { askServer } = await import('@host/dns')
      const question = { name: `${name}.`, type }
      return await askServer({ address, port, isAllowedAddress: isAllowed, signal, question })
    },
    async askResolvers({ name, type }, signal) {
      const { askServer } = await import('@host/dns')
      const shared = { port, isAllowedAddress: () => true, signal, recursionDesired: true }
      const question = { name: `${name}.`, type }
      const asked = resolversOf(chosen).slice(0, mostResolvers)
      const settled = await Promise.allSettled(asked.map((address) => askServer({ ...shared, address, question })))
      return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    },
  })
}

/** The system's are read for each check: it may be given others. One on another port is left out. */
function resolversOf(chosen: DnsResolvers | undefined): readonly string[] {
  return chosen?.addresses ?? getServers().filter((each) => !withPort.test(each))
}
