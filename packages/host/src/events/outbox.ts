/**
 * Publishes events: the event and one job for each subscriber, in the transaction of the change it reports, or else in
 * one of their own. So both exist or neither, and a committed event is delivered by the job system.
 *
 * A feature that is off publishes nothing, and a subscriber whose feature is off at that time never gets the event, not
 * even later.
 */
import type { JobEngine } from '../jobs/job-engine.ts'
import type { JoiningTransactor } from '../db/joining-transactor.ts'
import { instanceOrgId } from '../audit/models.ts'
import type { DeclaredEvent } from './event-catalog.ts'
import { eventData } from './event-data.ts'
import type { EventWriter } from './event-writer.ts'
import { deliveryOf } from './delivery.ts'
import type { Subscription, Subscriptions } from './subscriptions.ts'

/** Reads the features of a workspace, in the transaction of the caller. */
export type FeaturesOf = (orgId: string) => Promise<(feature: string) => boolean>

/** Options of publishing. */
export interface OutboxOptions {
  readonly joining: JoiningTransactor
  readonly writer: EventWriter
  readonly subscriptions: Subscriptions
  readonly jobs: Pick<JobEngine, 'inserts' | 'told'>
  readonly featuresOf: FeaturesOf
}

export class Outbox {
  readonly #options: OutboxOptions

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** @returns the id of the event @throws TypeError for data that doesn't match, or an invalid workspace */
  async publish(event: DeclaredEvent, orgId: string, given: unknown): Promise<string> {
    requireWorkspace(orgId)
    const { joining, writer, jobs } = this.#options
    const { plugin, definition } = event
    const data = await eventData(definition, given)
    const told = await this.#told(orgId, event)
    const { id, statement } = writer.insert({ orgId, name: definition.name, plugin, data })
    const deliveries = jobs.inserts(told.map((subscription) => deliveryOf(subscription, orgId, id)))
    await joining.batch([statement, ...deliveries])
    if (told.length > 0) jobs.told()
    return id
  }

  async #told(orgId: string, event: DeclaredEvent): Promise<readonly Subscription[]> {
    const { subscriptions, featuresOf } = this.#options
    const all = subscriptions.of(event.definition.name)
    if (all.length === 0 || [event, ...all].every(({ feature }) => feature === undefined)) return all
    const features = await featuresOf(orgId)
    const isOn = ({ feature }: Pick<Subscription, 'feature'>): boolean => feature === undefined || features(feature)
    return isOn(event) ? all.filter(isOn) : []
  }
}

function requireWorkspace(orgId: string): void {
  if (typeof orgId === 'string' && orgId !== '' && orgId.length <= 64 && orgId !== instanceOrgId) return
  throw new TypeError('An event needs a workspace: publish it with a workspace ID.')
}
