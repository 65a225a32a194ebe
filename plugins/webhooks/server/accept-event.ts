import type { EventRecord, EventScope } from '@host/plugin'
import type { Tables } from './models.ts'
import { addDeliveries, enabledEndpoints } from './new-deliveries.ts'
import type { Parts } from './parts.ts'

/** Turns an event into deliveries. Idempotent by the event and the endpoint. */
export async function acceptEvent(parts: Parts, { db, orgId }: EventScope<Tables>, event: EventRecord): Promise<void> {
  const endpoints = await enabledEndpoints(db)
  if (endpoints.length === 0) return
  const count = await db.transaction((tx) => addDeliveries(parts, tx, { event, endpoints }))
  if (count > 0) parts.notifyPages(orgId)
}
