import { newClient, type OutboundPolicy, type SafeHttpClient } from '@host/plugin/safehttp'

export const userAgent = 'domains/1.0'

/** Milliseconds for one request; a call of the contract may take 25,000. */
const requestTime = 20_000

/** A client for the APIs of providers. A redirect is a failure: it would send a credential elsewhere. */
export function providerClient(outbound: OutboundPolicy | undefined): SafeHttpClient {
  return newClient(requestTime, { outbound, followsRedirects: false })
}
