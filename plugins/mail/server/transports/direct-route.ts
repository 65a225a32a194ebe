import { deliverDirect, StsPolicies } from '@host/email'
import { Outbound } from '@host/plugin'
import { MailSending } from '@host/plugin/platform'
import { get, newClient } from '@host/plugin/safehttp'
import type { Parts } from '../parts.ts'
import { deliverySettings } from './delivery-settings.ts'
import type { Route } from './route.ts'
import { stsStore } from './sts-store.ts'

const fetchTime = 10_000
/** RFC 8461, §3.3 suggests this limit for a policy. */
const longestPolicy = 64 * 1024

/** The way to the servers of the recipients themselves; undefined unless the operator allows it. */
export function directRoute(parts: Parts): Route | undefined {
  const { ctx } = parts
  const port = ctx.lookup(MailSending)?.directPort
  if (port === undefined) return undefined
  const outbound = ctx.lookup(Outbound)
  const policies = stsPolicies(parts)
  return Object.freeze<Route>({
    kind: 'direct',
    name: 'direct',
    hasBounceAddress: true,
    destinationOf: (domain) => domain,
    send: async (domain, message, options) =>
      await deliverDirect(domain, message, {
        ...deliverySettings(parts),
        ...options,
        port,
        isOwnDomain: async (name) => (await parts.edge.ownerOf(name)) !== undefined,
        isAllowedAddress: (address) => outbound?.admit(address, port) !== undefined,
        stsPolicyOf: async (name) => await policies.policyOf(name),
      }),
  })
}

function stsPolicies(parts: Parts): StsPolicies {
  const { ctx, resolver, clock } = parts
  const options = { outbound: ctx.lookup(Outbound), maxBytes: longestPolicy, followsRedirects: false }
  const client = newClient(fetchTime, options)
  return new StsPolicies({
    resolver,
    store: stsStore(ctx),
    clock: { now: clock },
    fetch: async (url) => {
      const answer = await get(AbortSignal.timeout(fetchTime), client, url, 'mail/1.0')
      const contentType = answer.headers.get('content-type') ?? ''
      return { status: answer.status, contentType, body: answer.text() }
    },
  })
}
