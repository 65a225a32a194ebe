import { Problem, type ReadQueries } from '@host/plugin'
import type { Transport } from '../../shared.ts'
import type { Tables } from '../models.ts'

/** The transports of a workspace in their order. */
export function selectTransports(db: ReadQueries<Tables>) {
  return db.selectFrom('mail_transports').selectAll().orderBy('position').orderBy('id')
}

export type TransportRow = Awaited<ReturnType<ReturnType<typeof selectTransports>['executeTakeFirstOrThrow']>>

/** @throws Problem `not_found` */
export async function requireTransport(db: ReadQueries<Tables>, id: string): Promise<TransportRow> {
  const row = await selectTransports(db).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

export function shownTransport(row: TransportRow): Transport {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    port: row.port,
    security: row.security,
    username: row.username,
    hasPassword: row.password !== null,
    isOn: row.is_on,
    fromDomains: [...row.from_domains],
    systemFrom: row.system_from,
    hasBounceAddress: row.has_bounce_address,
    createdAt: row.created_at,
  }
}
