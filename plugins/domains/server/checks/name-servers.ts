import { getServers } from 'node:dns'
import type { Authority, Message } from '@host/dns'
import type { DnsResolvers } from '@host/plugin/platform'
import type { OutboundPolicy } from '@host/plugin/safehttp'

const dnsPort = 53
/** Milliseconds to find the servers. A check has more, so that those found by then are shown. */
const searchLimit = 8_000
const withPort = /^(?:\[.*|[\d.]+:\d+)$/

/** Questions to name servers, without a cache. No packet goes to an address that the operator's outbound rules refuse. */
export interface NameServers {
  /** The servers that the parent delegates the zone of a name to. @throws AuthorityError */
  authorityOf(name: string, signal: AbortSignal): Promise<Authority>
  /** Whether packets may go to an address. */
  isAllowed(address: string): boolean
  /** The answer of one server for a TXT record. @throws DnsError */
  askForText(address: string, name: string, signal: AbortSignal): Promise<Message>
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
      const resolvers = chosen?.addresses ?? systemResolvers()
      const isAllowedAddress = (address: string): boolean => resolvers.includes(address) || isAllowed(address)
      return await findAuthority(`${name}.`, {
        start: { resolvers },
        port,
        isAllowedAddress,
        signal,
        timeout: searchLimit,
      })
    },
    async askForText(address, name, signal) {
      const { askServer } = await import('@host/dns')
      const question = { name: `${name}.`, type: 'TXT' }
      return await askServer({ address, port, isAllowedAddress: isAllowed, signal, question })
    },
  })
}

/** Read for each check: the system may be given others. One on another port is left out. */
function systemResolvers(): readonly string[] {
  return getServers().filter((each) => !withPort.test(each))
}
