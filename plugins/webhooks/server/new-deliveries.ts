import type { EventRecord, Queries } from '@host/plugin'
import { isChosen } from '../shared.ts'
import { deliverJob } from './job-kinds.ts'
import { laneOf, type LanedEndpoint } from './lanes.ts'
import { messageBody } from './message-body.ts'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'

/** An endpoint that may get an event. */
export interface Subscribed extends LanedEndpoint {
  readonly events: readonly string[]
}

/** The endpoints that receive events of a workspace. */
export async function enabledEndpoints(db: Queries<Tables>): Promise<readonly Subscribed[]> {
  return await db
    .selectFrom('webhooks_endpoints')
    .select(['id', 'events', 'concurrency', 'failing_since as failingSince'])
    .where('is_enabled', '=', true)
    .execute()
}

/**
 * Makes one delivery of an event for each endpoint that wants it, with its job, inside a transaction. An endpoint that has
 * one of this event already gets none: the same event may come again.
 * @returns how many were made
 */
export async function addDeliveries(
  parts: Pick<Parts, 'jobs' | 'clock'>,
  db: Queries<Tables>,
  { event, endpoints }: { readonly event: EventRecord; readonly endpoints: readonly Subscribed[] },
): Promise<number> {
  const wanting = endpoints.filter(({ events }) => isChosen(events, event.name))
  if (wanting.length === 0) return 0
  const now = new Date(parts.clock()).toISOString()
  const body = messageBody({ ...event, type: event.name })
  const common = { event_id: event.id, event: event.name, body, next_try_at: now, created_at: now }
  const made = await db
    .insertInto('webhooks_deliveries')
    .values(wanting.map(({ id }) => ({ ...common, endpoint_id: id })))
    .onConflict((conflict) => conflict.columns(['org_id', 'endpoint_id', 'event_id']).doNothing())
    .returning(['id', 'endpoint_id'])
    .execute()
  for (const { id: deliveryId, endpoint_id: endpointId } of made) {
    const endpoint = wanting.find(({ id }) => id === endpointId)
    const lane = endpoint === undefined ? endpointId : laneOf(endpoint)
    await parts.jobs.enqueue(event.orgId, deliverJob, { deliveryId, run: 1 }, { lane })
  }
  return made.length
}
