import type { EventsService, Log } from '@host/plugin'
import type { RegisteredPlugin } from '../declared/plugin-entry.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { identityModels, readChoices, type Identity } from '../identity/index.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import { handleDeliveries } from './delivery.ts'
import { EventCatalog, hostPublisher } from './event-catalog.ts'
import { EventReader } from './event-reader.ts'
import { EventWriter } from './event-writer.ts'
import { eventsService } from './events-service.ts'
import { Outbox } from './outbox.ts'
import { handleReplays } from './replay.ts'
import { scheduleRetention } from './retention.ts'
import { Subscriptions, type Subscription } from './subscriptions.ts'
import { publishChanges } from './publish-changes.ts'
import { forgetForeignTurns } from './turns.ts'

/** Options of the events of a host. */
export interface EventsOptions {
  readonly database: Database
  readonly data: DataAccess
  readonly plugins: readonly RegisteredPlugin[]
  readonly jobs: Pick<HostJobs, 'engine' | 'serviceOf'>
  readonly contexts: ExecutionContexts
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  readonly gate: Identity['gate']
}

/** The events of a host. */
export interface HostEvents {
  /** A recorder that also publishes the events of changes. */
  publishing(recorder: ChangeRecorder): ChangeRecorder
  serviceOf(plugin: RegisteredPlugin): EventsService
  /** Ends the subscribing. @returns problems of the subscriptions */
  seal(): readonly string[]
  /** Prepares publishing and reading. Call it before both, after migrating. */
  open(): Promise<void>
}

/** Makes the events of a host. */
export function createEvents(options: EventsOptions): HostEvents {
  const { database, data, contexts, clock, log } = options
  const { engine: jobs } = options.jobs
  const catalog = new EventCatalog(options.plugins)
  const subscriptions = new Subscriptions()
  const reader = new EventReader({ database, data })
  const joining = new JoiningTransactor(database)
  const writer = new EventWriter(database.dialect, clock)
  const choices = data.forHost(identityModels, joining)
  const featuresOf = (orgId: string) => options.gate.within(orgId, (id) => readChoices(choices, id))
  const outbox = new Outbox({ joining, writer, subscriptions, jobs, featuresOf })
  scheduleRetention({ database, jobs: options.jobs.serviceOf(hostPublisher), clock })
  const find = (plugin: string, subscriber: string) => subscriptions.find(plugin, subscriber)
  const replays = { jobs, reader, find, clock }
  const subscribe = (subscription: Subscription): void => {
    const isFirst = subscriptions.all().every(({ plugin }) => plugin !== subscription.plugin)
    subscriptions.add(subscription)
    if (isFirst) handleReplays(replays, subscription.plugin)
    handleDeliveries(jobs, subscription, (orgId, id) => reader.find(orgId, id))
  }
  return Object.freeze<HostEvents>({
    publishing: (recorder) => publishChanges({ recorder, outbox, catalog, contexts }),
    serviceOf: (plugin) => eventsService({ catalog, outbox, reader, replays, subscribe }, plugin),
    seal: () => {
      const { problems, warnings } = subscriptions.seal(catalog.names)
      for (const warning of warnings) log.warn(warning)
      return problems
    },
    open: () => forgetForeignTurns(database),
  })
}
