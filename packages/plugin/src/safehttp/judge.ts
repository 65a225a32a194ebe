import { outboundLimits } from './outbound-limits.ts'
import { OutboundPolicy, type Admission } from './outbound-policy.ts'
import { pinDestination } from './pin-destination.ts'
import { hostOf, portOf, readDestination } from './read-destination.ts'

/**
 * Checks the destination of a URL as a request would, and sends nothing: for the moment when a user enters it. A
 * request checks again, since a name may have other addresses by then.
 * @param outbound `ctx.lookup(Outbound)`; public addresses only when left out
 * @returns `opened` when any of its addresses is reachable only because the operator allowed it
 * @throws SafeHttpError `invalid_url`, `destination_not_allowed`, `name_not_found`, `timeout`
 * @example await judge(input.url, ctx.lookup(Outbound))
 * @since 1.0.0
 */
export async function judge(url: string, outbound: OutboundPolicy = new OutboundPolicy()): Promise<Admission> {
  const destination = readDestination(url, outbound)
  const place = { host: hostOf(destination), port: portOf(destination), policy: outbound, timeout: outboundLimits.step }
  const { isPublic } = await pinDestination(place)
  return isPublic ? 'public' : 'opened'
}
