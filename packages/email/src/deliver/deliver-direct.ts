import { domainToASCII } from 'node:url'
import { isDomainName } from '../smtp/mailbox.ts'
import type { Delivery, DeliveryOptions } from './delivery.ts'
import { ExchangeError } from './exchange-error.ts'
import { findExchanges } from './find-exchanges.ts'
import type { MailResolver } from './mail-resolver.ts'
import { isStsHost, type StsPolicy } from './mta-sts/sts-policy.ts'
import { localOutcome } from './outcome.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import { Attempt, type ServerToTry } from './try-servers.ts'

export interface DirectOptions extends DeliveryOptions {
  readonly resolver: MailResolver
  /** MTA-STS policies, as from `StsPolicies`. Without it, TLS is opportunistic for every domain. */
  readonly stsPolicyOf?: (domain: string) => Promise<StsPolicy | undefined>
  /** Default: 25. */
  readonly port?: number
  /** Whether this host itself stores the mail of a domain; otherwise its own name among the MX hosts ends the search. */
  readonly isOwnDomain?: (domain: string) => Promise<boolean>
  /** For the order of hosts of one preference. */
  readonly random?: () => number
}

/** Addresses that are tried in one attempt. */
const maxServers = 8

/**
 * Delivers a message to the servers of a domain, which all its recipients have. Never throws for a failure of the network or
 * of a server; the outcomes tell.
 *
 * @throws TypeError for a message that can't be sent as it is
 */
export async function deliverDirect(
  domain: string,
  message: OutgoingMessage,
  options: DirectOptions,
): Promise<Delivery> {
  const { stsPolicyOf } = options
  const ascii = domainToASCII(domain)
  return new Attempt(message, options).run(async (transcript) => {
    if (!isDomainName(ascii)) throw failure('dns', '5.1.2', `"${domain}" is not the name of a domain`)
    const policy = await stsPolicyOf?.(ascii)
    const exchanges = await findExchanges(ascii, options)
    const hosts = exchanges.filter((host) => {
      const isListed = policy === undefined || isStsHost(policy, host)
      if (!isListed) transcript.add('event', `${host} is not a host of the MTA-STS policy (${policy?.mode})`)
      return isListed || policy?.mode !== 'enforce'
    })
    if (hosts.length === 0) throw failure('policy', '4.7.5', `No server of ${domain} is in its MTA-STS policy`)
    return serversOf(hosts, policy, options)
  })
}

async function serversOf(
  hosts: readonly string[],
  policy: StsPolicy | undefined,
  { resolver, port = 25 }: DirectOptions,
): Promise<ServerToTry[]> {
  const tls = policy?.mode === 'enforce' ? 'verified' : 'opportunistic'
  const servers: ServerToTry[] = []
  let hasFailed = false
  for (const host of hosts) {
    if (servers.length >= maxServers) break
    const addresses = await resolver.addresses(host).catch(() => {
      hasFailed = true
      return []
    })
    servers.push(...addresses.map((address) => ({ host, address, port, tls }) as const))
  }
  if (servers.length > 0) return servers.slice(0, maxServers)
  throw failure('dns', hasFailed ? '4.4.3' : '5.4.4', 'No mail server of the domain has an address')
}

function failure(reason: 'dns' | 'policy', enhanced: string, text: string): ExchangeError {
  return new ExchangeError(localOutcome(reason, enhanced, text))
}
