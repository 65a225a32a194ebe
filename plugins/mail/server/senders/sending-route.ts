import type { ReadQueries } from '@host/plugin'
import { MailSending } from '@host/plugin/platform'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** How mail of a domain leaves. */
export type SendingRoute =
  | {
      readonly kind: 'direct'
      /** The name of this server, whose addresses mail leaves from. */
      readonly name: string
    }
  | {
      readonly kind: 'relay'
      readonly hosts: readonly string[]
      /** Whether every one of them takes bounce addresses of this instance. */
      readonly hasBounceAddress: boolean
    }
  | { readonly kind: 'none' }

const mostTransports = 20

/** The transports of the workspace that take mail of a domain, otherwise the operator's server, otherwise this server. */
export async function sendingRoute(
  { ctx }: Pick<Parts, 'ctx'>,
  db: ReadQueries<Tables>,
  domain: string,
): Promise<SendingRoute> {
  const rows = await db
    .selectFrom('mail_transports')
    .select(['host', 'from_domains', 'has_bounce_address'])
    .where('is_on', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(mostTransports)
    .execute()
  const own = rows.filter(({ from_domains: from }) => from.length === 0 || from.includes(domain))
  if (own.length > 0) {
    const hosts = [...new Set(own.map(({ host }) => host))]
    return { kind: 'relay', hosts, hasBounceAddress: own.every(({ has_bounce_address: has }) => has) }
  }
  const sending = ctx.lookup(MailSending)
  if (sending?.server !== undefined) return { kind: 'relay', hosts: [sending.server.host], hasBounceAddress: true }
  return sending?.directPort === undefined ? { kind: 'none' } : { kind: 'direct', name: sending.name }
}
