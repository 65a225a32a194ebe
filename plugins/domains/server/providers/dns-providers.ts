import type { DnsProvider } from '@host/plugin'
import type { OutboundPolicy } from '@host/plugin/safehttp'
import { cloudflare } from './cloudflare/cloudflare-provider.ts'
import { providerClient } from './http-client.ts'
import { rfc2136 } from './rfc2136/rfc2136-provider.ts'
import { route53 } from './route53/route53-provider.ts'

/** The DNS providers of this plugin, by the names of their services. */
export type DnsProviders = Readonly<Record<'cloudflare' | 'route53' | 'rfc2136', DnsProvider>>

/** @param now milliseconds since 1970, for signatures */
export function dnsProviders(outbound: OutboundPolicy | undefined, now: () => number): DnsProviders {
  const http = providerClient(outbound)
  return { cloudflare: cloudflare(http), route53: route53({ http, now }), rfc2136: rfc2136({ outbound, now }) }
}
