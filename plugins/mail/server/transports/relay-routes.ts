import { relayMessage, type Relay } from '@host/email'
import { Outbound } from '@host/plugin'
import type { SystemMailServer } from '@host/plugin/platform'
import type { Parts } from '../parts.ts'
import { deliverySettings } from './delivery-settings.ts'
import type { Route } from './route.ts'
import type { TransportRow } from './transport-rows.ts'

/** The name for which the password of a row is sealed. */
export const passwordPlace = (orgId: string, seal: string) => ({ field: 'password', row: seal, orgId })

/** The way through a server of the workspace. @throws Error for a password that was altered or belongs elsewhere */
export async function transportRoute(parts: Parts, orgId: string, row: TransportRow): Promise<Route> {
  const { ctx } = parts
  const password = row.password === null ? null : await ctx.decrypt(row.password, passwordPlace(orgId, row.seal))
  const relay: Relay = {
    host: row.host,
    port: row.port,
    tls: row.security,
    ...(password !== null && { credentials: { user: row.username, password } }),
  }
  const isAllowedAddress = (address: string): boolean => ctx.lookup(Outbound)?.admit(address, row.port) !== undefined
  return Object.freeze<Route>({
    kind: 'transport',
    name: row.name,
    hasBounceAddress: row.has_bounce_address,
    destinationOf: () => `${row.host}:${row.port}`,
    send: async (_domain, message, options) =>
      await relayMessage(relay, message, { ...deliverySettings(parts), ...options, isAllowedAddress }),
  })
}

/** The way through the server of the operator, which may be in a private network. */
export function systemRoute(parts: Parts, { host, port, tls, login }: SystemMailServer): Route {
  const relay: Relay = { host, port, tls, ...(login !== undefined && { credentials: login }) }
  return Object.freeze<Route>({
    kind: 'system',
    name: 'system',
    hasBounceAddress: true,
    destinationOf: () => `${host}:${port}`,
    send: async (_domain, message, options) =>
      await relayMessage(relay, message, { ...deliverySettings(parts), ...options, isAllowedAddress: () => true }),
  })
}
