/**
 * The delivery of an event to one subscriber: a job in the subscriber's name, so that its attempts, its scheduling and
 * its failure are those of every job. It carries the id; the event is read on delivery, and a repeated delivery has the
 * same id. An expired event is not delivered.
 */
import type { EventRecord } from '@host/plugin'
import * as z from 'zod/mini'
import type { HostJob, HostJobKind, JobEngine } from '../jobs/job-engine.ts'
import type { Subscription } from './subscriptions.ts'

const Input = z.strictObject({ eventId: z.string() })

/** Says how events are delivered to a subscriber. While mounting. */
export function handleDeliveries(
  jobs: Pick<JobEngine, 'handle'>,
  subscription: Subscription,
  find: (orgId: string, id: string) => Promise<EventRecord | undefined>,
): void {
  jobs.handle(subscription.plugin, kindOf(subscription), async (scope, { eventId }) => {
    const event = await find(scope.orgId, eventId)
    if (event !== undefined) await subscription.handler(scope, event)
  })
}

/** The job that delivers an event to a subscriber. */
export function deliveryOf(subscription: Subscription, orgId: string, eventId: string): HostJob {
  return { orgId, plugin: subscription.plugin, kind: kindOf(subscription), input: { eventId } }
}

function kindOf({ subscriber }: Pick<Subscription, 'subscriber'>): HostJobKind<typeof Input> {
  return { name: `event.${subscriber}`, input: Input, place: 'workspace', whenOff: 'cancel' }
}
