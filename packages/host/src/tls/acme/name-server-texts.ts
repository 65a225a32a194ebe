import { getServers } from 'node:dns'
import { findAuthority, askAuthority } from '@host/dns'
import type { OutboundPolicy } from '@host/plugin/outbound-policy'
import type { DnsResolvers } from '@host/plugin/platform'

/** How name servers are found and asked. */
export interface NameServerOptions {
  readonly outbound: OutboundPolicy
  /** Those of the system when undefined. */
  readonly resolvers: DnsResolvers | undefined
}

const dnsPort = 53
const searchTime = 10_000
const withPort = /^(?:\[.*|[\d.]+:\d+)$/

/** Whether every name server of a name answers with a text: an authority may ask any of them. @throws DnsError */
export async function hasText(
  { name, text }: { readonly name: string; readonly text: string },
  { outbound, resolvers }: NameServerOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const port = resolvers?.port ?? dnsPort
  const first = resolvers?.addresses ?? getServers().filter((each) => !withPort.test(each))
  const isAllowedAddress = (address: string): boolean =>
    first.includes(address) || outbound.admit(address, port) !== undefined
  const start = { resolvers: first }
  const found = await findAuthority(`${name}.`, { start, port, isAllowedAddress, signal, timeout: searchTime })
  const question = { name: `${name}.`, type: 'TXT' }
  const answers = await askAuthority(found, { port, question, isAllowedAddress, signal })
  return answers.length > 0 && answers.every(({ message }) => message?.answers.some(({ data }) => data === `"${text}"`))
}
