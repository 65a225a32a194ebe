import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { EventDefinition } from '../event.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { WorkspaceContext } from '../scope.ts'
import { serviceToken } from '../service.ts'

/** An event that was published. */
export interface EventRecord<Data = unknown> {
  /** The same at every delivery: subscribers are idempotent by it. */
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly data: Data
  readonly at: string
}

/** Scope of a subscriber, in addition to the event. */
export type EventScope<Tables = object> = WorkspaceContext<Tables>

/** Handles an event, at least once. An error causes a redelivery. */
export type EventHandler<Data, Tables = object> = (scope: EventScope<Tables>, event: EventRecord<Data>) => Promise<void>

/** Which events of a workspace to read. */
export interface EventsRequest {
  /** Names; all of them when left out. */
  readonly names?: readonly string[]
  /** Events at or after this moment (ISO 8601). */
  readonly since?: string
  /** At most 200. */
  readonly limit: number
  readonly cursor?: string
}

/** Events of a workspace in their order. */
export interface EventsPage {
  readonly items: readonly EventRecord[]
  /** Continues with the next page; null when this is the last one for now. */
  readonly nextCursor: string | null
  /** Continues after the read events, for a later call. */
  readonly resumeCursor: string
}

/** An event of the catalog. */
export interface CatalogEvent {
  readonly name: string
  readonly description: Readonly<Record<'en' | 'zh', string>>
  /** Its publisher: a plugin, or `host`. */
  readonly plugin: string
  /** The feature that a workspace switches; undefined for one that can't be switched off. */
  readonly feature: string | undefined
  readonly schema: JsonSchema
  readonly example: unknown
}

/**
 * Typed events of workspaces. An event is published in the transaction of the change it reports: both exist, or
 * neither. Every subscriber is called at least once, in no promised order.
 */
export interface EventsService<Tables = object> {
  /**
   * Publishes an event that the plugin declares in `events`; inside a transaction as a part of it.
   * @returns its id @throws TypeError for another plugin's event, or for data that do not fit
   */
  publish<Data extends StandardSchemaV1>(
    event: EventDefinition<string, Data>,
    orgId: string,
    data: StandardSchemaV1.InferInput<Data>,
  ): Promise<string>
  /**
   * Publishes several events of one definition with a few statements, as an import of records does; otherwise like
   * `publish`.
   * @returns their ids, in order @throws TypeError like `publish`
   * @since 1.0.0
   */
  publishAll<Data extends StandardSchemaV1>(
    event: EventDefinition<string, Data>,
    orgId: string,
    data: readonly StandardSchemaV1.InferInput<Data>[],
  ): Promise<readonly string[]>
  /**
   * Subscribes to the events of a name, or to every event with `*`. While mounting.
   * @param subscriber names this subscription in the plugin: lower-case letters, digits and hyphens
   */
  subscribe<Data = unknown, Own = Tables>(
    subscriber: string,
    name: '*' | (string & {}) | readonly string[],
    handler: EventHandler<Data, Own>,
  ): void
  /** Every event of this build. */
  catalog(): readonly CatalogEvent[]
  /**
   * The events of a workspace in the order in which they were committed, kept for 30 days. Events that an open
   * transaction may still precede are left out; so a cursor misses nothing. Outside of transactions.
   * @throws Problem `bad_request` for an unknown cursor, or an invalid time
   */
  read(orgId: string, request: EventsRequest): Promise<EventsPage>
  /**
   * Delivers all events of a workspace to a subscriber of this plugin again, from a given time on, in the background.
   * @returns the id of the job that does it
   */
  replay(orgId: string, subscriber: string, since: string): Promise<string>
}

/**
 * Typed events, delivered at least once.
 *
 * Audience: authors.
 */
export const Events = serviceToken<EventsService>('core.events')
