import type { EventHandler, EventsService } from '@host/plugin'
import { isSwitchable, type RegisteredPlugin } from '../declared/plugin-entry.ts'
import type { DeclaredEvent, EventCatalog } from './event-catalog.ts'
import type { EventReader } from './event-reader.ts'
import type { Outbox } from './outbox.ts'
import { startReplay, type ReplayParts } from './replay.ts'
import type { Subscription } from './subscriptions.ts'

/** Dependencies of the service of a plugin. */
export interface EventsServiceParts {
  readonly catalog: EventCatalog
  readonly outbox: Outbox
  readonly reader: EventReader
  readonly replays: ReplayParts
  /** Keeps a subscription. */
  subscribe(subscription: Subscription): void
}

/** Makes the service `Events` of one plugin. */
export function eventsService(
  { catalog, outbox, reader, replays, subscribe }: EventsServiceParts,
  registered: RegisteredPlugin,
): EventsService {
  const { name: plugin } = registered
  const feature = isSwitchable(registered) ? registered.feature : undefined
  return Object.freeze<EventsService>({
    publish: async ({ name }, orgId, data) => await outbox.publish(ownEvent(catalog, plugin, name), orgId, data),
    publishAll: async ({ name }, orgId, data) => await outbox.publishAll(ownEvent(catalog, plugin, name), orgId, data),
    subscribe: (subscriber, name, handler) => {
      const names = typeof name === 'string' ? [name] : [...name]
      subscribe({
        plugin,
        feature,
        subscriber,
        names: names.includes('*') ? undefined : names,
        // Data published under a name matches its schema, and the tables are those of the plugin.
        handler: handler as unknown as EventHandler<unknown>,
      })
    },
    catalog: () => catalog.entries(),
    read: (orgId, request) => reader.page(orgId, request),
    replay: (orgId, subscriber, since) => startReplay(replays, plugin, { orgId, subscriber, since }),
  })
}

function ownEvent(catalog: Pick<EventCatalog, 'get'>, plugin: string, name: string): DeclaredEvent {
  const event = catalog.get(name)
  if (event?.plugin !== plugin) throw notDeclared(plugin, name, event?.plugin)
  return event
}

function notDeclared(plugin: string, name: string, publisher: string | undefined): TypeError {
  return new TypeError(
    publisher === undefined
      ? `Plugin "${plugin}" publishes "${name}", which it doesn't declare: add it to its events.`
      : `Plugin "${plugin}" publishes "${name}", which is an event of "${publisher}": declare its own event.`,
  )
}
