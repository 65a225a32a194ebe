/**
 * Publishes events: the event and one job for each subscriber, in the transaction of the change it reports, or else in
 * one of their own. So both exist or neither, and a committed event is delivered by the job system.
 *
 * A feature that is off publishes nothing, and a subscriber whose feature is off at that time never gets the event, not
 * even later.
 */
import type { JobEngine } from '../jobs/job-engine.ts'
import type { JoiningTransactor } from '../database/joining-transactor.ts'
import type { Statement } from '../database/statement.ts'
import { instanceOrgId } from '../request/instance-org-id.ts'
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

/** Events of one statement, each with a delivery to each subscription. */
interface EventChunk {
  readonly orgId: string
  /** JSON as text. */
  readonly data: readonly string[]
  readonly told: readonly Subscription[]
}

interface InsertedEvents {
  readonly ids: readonly string[]
  readonly statements: readonly Statement[]
}

/** Far below the values that a statement takes. */
const chunkSize = 100

export class Outbox {
  readonly #options: OutboxOptions

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** @returns the id of the event @throws TypeError for data that doesn't match, or an invalid workspace */
  async publish(event: DeclaredEvent, orgId: string, given: unknown): Promise<string> {
    const [id = ''] = await this.publishAll(event, orgId, [given])
    return id
  }

  /** Publishes several events of one definition: all, or none. @returns their ids, in order @throws TypeError as `publish` */
  async publishAll(event: DeclaredEvent, orgId: string, given: readonly unknown[]): Promise<readonly string[]> {
    requireWorkspace(orgId)
    const { joining, jobs } = this.#options
    const data = await Promise.all(given.map((each) => eventData(event.definition, each)))
    const told = await this.#told(orgId, event)
    const chunks = chunksOf(data).map((chunk) => this.#insert(event, { orgId, data: chunk, told }))
    await joining.batch(chunks.flatMap(({ statements }) => statements))
    if (told.length > 0) jobs.told()
    return chunks.flatMap(({ ids }) => ids)
  }

  #insert({ plugin, definition }: DeclaredEvent, { orgId, data, told }: EventChunk): InsertedEvents {
    const { writer, jobs } = this.#options
    const { name } = definition
    const { ids, statement } = writer.insert(data.map((each) => ({ orgId, name, plugin, data: each })))
    const deliveries = told.flatMap((subscription) =>
      jobs.inserts(ids.map((id) => deliveryOf(subscription, orgId, id))),
    )
    return { ids, statements: [statement, ...deliveries] }
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

function chunksOf(data: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(data.length / chunkSize)
  return Array.from({ length: count }, (_, place) => data.slice(place * chunkSize, (place + 1) * chunkSize))
}

function requireWorkspace(orgId: string): void {
  if (typeof orgId === 'string' && orgId !== '' && orgId.length <= 64 && orgId !== instanceOrgId) return
  throw new TypeError('An event needs a workspace: publish it with a workspace ID.')
}
