import type { ReadQueries } from '@host/plugin'
import { MailSending } from '@host/plugin/platform'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { domainOf } from '../queue/domains.ts'
import { directRoute } from './direct-route.ts'
import { systemRoute, transportRoute } from './relay-routes.ts'
import type { Route } from './route.ts'
import { selectTransports, type TransportRow } from './transport-rows.ts'

/** Transports that one attempt tries. */
const mostRoutes = 3

/** A message that looks for its way. */
export interface RoutedMessage {
  readonly orgId: string
  readonly fromAddress: string
  /** An email of a plugin, whose sender the transport or the operator names. */
  readonly isAutomatic: boolean
}

/**
 * The ways of a message in their order: the transports of its workspace that take mail of its sender; without one the server
 * of the operator, or else the servers of the recipients where the operator allows that. None where there is no way.
 */
export async function routesOf(
  parts: Parts,
  db: ReadQueries<Tables>,
  { orgId, fromAddress, isAutomatic }: RoutedMessage,
): Promise<readonly Route[]> {
  const fitting = await fittingTransports(db, { fromAddress, isAutomatic })
  if (fitting.length > 0) {
    return await Promise.all(fitting.slice(0, mostRoutes).map((row) => transportRoute(parts, orgId, row)))
  }
  const route = instanceRoute(parts)
  return route === undefined ? [] : [route]
}

/** The transports that take mail of a sender, in their order. */
export async function fittingTransports(
  db: ReadQueries<Tables>,
  { fromAddress, isAutomatic }: Omit<RoutedMessage, 'orgId'>,
): Promise<readonly TransportRow[]> {
  const domain = domainOf(fromAddress)
  const rows = await selectTransports(db).where('is_on', '=', true).execute()
  return rows.filter(({ system_from: own, from_domains: domains }) => {
    if (isAutomatic && own !== fromAddress) return false
    return domains.length === 0 || domains.includes(domain)
  })
}

/** The server of the operator, or else those of the recipients where the operator allows that. */
export function instanceRoute(parts: Parts): Route | undefined {
  const server = parts.ctx.lookup(MailSending)?.server
  return server === undefined ? directRoute(parts) : systemRoute(parts, server)
}
