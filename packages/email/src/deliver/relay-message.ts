import { isIP } from 'node:net'
import type { Delivery, DeliveryOptions } from './delivery.ts'
import { ExchangeError } from './exchange-error.ts'
import type { MailResolver } from './mail-resolver.ts'
import type { Credentials } from './open-session.ts'
import { localOutcome } from './outcome.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import { Attempt } from './try-servers.ts'

/** A server that accepts messages for all destinations. */
export interface Relay {
  readonly host: string
  readonly port: number
  /**
   * `implicit`: TLS from the start, as on port 465. `starttls`: the message is sent after an upgrade only. Both verify the
   * certificate. `none`: unencrypted, and never with credentials.
   */
  readonly tls: 'implicit' | 'starttls' | 'none'
  readonly credentials?: Credentials
}

export interface RelayOptions extends DeliveryOptions {
  readonly resolver: Pick<MailResolver, 'addresses'>
}

const uses = { implicit: 'verified from the start', starttls: 'verified', none: 'none' } as const

/** Hands a message to a relay. Failures are outcomes, as with `deliverDirect`. @throws TypeError for a message that can't be sent */
export async function relayMessage(relay: Relay, message: OutgoingMessage, options: RelayOptions): Promise<Delivery> {
  const { host, port, credentials } = relay
  return new Attempt(message, options, credentials).run(async () => {
    const addresses = isIP(host) === 0 ? await addressesOf(host, options) : [host]
    return addresses.map((address) => ({ host, address, port, tls: uses[relay.tls] }))
  })
}

async function addressesOf(host: string, { resolver }: RelayOptions): Promise<readonly string[]> {
  const addresses = await resolver.addresses(host).catch(() => [])
  if (addresses.length > 0) return addresses
  throw new ExchangeError(localOutcome('dns', '4.4.3', `The relay ${host} has no address`))
}
