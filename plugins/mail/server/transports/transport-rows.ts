import type { ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'

/** The transports of a workspace in their order. */
export function selectTransports(db: ReadQueries<Tables>) {
  return db.selectFrom('mail_transports').selectAll().orderBy('position').orderBy('id')
}

export type TransportRow = Awaited<ReturnType<ReturnType<typeof selectTransports>['executeTakeFirstOrThrow']>>
