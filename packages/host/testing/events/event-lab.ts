/** A host with a publishing plugin and subscribers, for the tests of events. */
import {
  column,
  defineEvent,
  definePlugin,
  Events,
  Features,
  model,
  type AnyPlugin,
  type EventRecord,
  type EventsService,
  type ScopedDatabase,
  type TablesOf,
} from '@host/plugin'
import * as z from 'zod/mini'
import { hostTables } from '../database/host-tables.ts'
import { securedPostgres, type TestDatabaseProduct } from '../database/test-databases.ts'
import { labHost, type LabHost } from '../lab-host.ts'
import { notesInfo } from '../notes-plugin.ts'

/** An event of the plugin `notes`. */
export const noted = defineEvent({
  name: 'note.created',
  description: 'A note was written',
  data: z.strictObject({ noteId: z.string(), size: z._default(z.number(), 0) }),
  example: { noteId: 'note_1' },
  toJSONSchema: z.toJSONSchema,
})

const models = [model('notes_notes', { id: column.id('note'), org_id: column.org(), title: column.text() })] as const
const copies = [model('index_copies', { id: column.id('copy'), org_id: column.org(), event: column.text() })] as const
type Tables = TablesOf<typeof models>

/** A received event. */
export interface Told {
  readonly subscriber: string
  readonly event: EventRecord
}

/** The host, with the events its plugins received. */
export interface EventLab extends LabHost, AsyncDisposable {
  readonly clock: { now: number }
  /** As the plugin `notes` has it. */
  readonly events: EventsService
  readonly told: Told[]
  /** Subscribers that throw when they are called. */
  readonly failing: Set<string>
  /** The workspaces whose rows the plugin `index` has written, by event. */
  copies(): Promise<readonly { readonly event: string; readonly org_id: string }[]>
  notes(orgId: string): ScopedDatabase<Tables>
  switchFeature(orgId: string, feature: string, isOn: boolean): Promise<void>
  /** Advances the clock, and runs the jobs due by then. */
  pass(milliseconds: number): Promise<void>
}

/** Starts the host. */
export async function openEventLab(product: TestDatabaseProduct): Promise<EventLab> {
  await using opened = new AsyncDisposableStack()
  const fresh = opened.use(await product.create(hostTables))
  const clock = { now: Date.UTC(2026, 0, 31) }
  const told: Told[] = []
  const failing = new Set<string>()
  const held: Held = {}
  const tell = (subscriber: string, event: EventRecord): void => {
    told.push({ subscriber, event })
    if (failing.has(subscriber)) throw new Error(`${subscriber} fails`)
  }
  const notes = definePlugin({
    name: 'notes',
    info: notesInfo,
    models,
    events: [noted],
    i18n: { zh: { 'event.note.created': '笔记已创建' } },
    mount(_mux, ctx) {
      held.events = ctx.lookup(Events) as EventsService
      held.notes = (orgId) => ctx.db.inWorkspace(orgId, 'a test writes')
      held.events.subscribe('own', 'note.created', async (_scope, event) => tell('own', event))
    },
  })
  const index = indexPlugin(tell, held)
  const lab = await labHost({ after: (close) => opened.defer(close as () => Promise<void>) }, [notes, index], {
    environment: { HOST_DATABASE_URL: fresh.url, HOST_DATABASE_RLS: product === securedPostgres ? 'on' : 'off' },
    clock: () => clock.now,
  })
  const { events, notes: notesOf, copies: copiesOf } = held
  if (events === undefined || notesOf === undefined || copiesOf === undefined) throw new Error('Both plugins mount.')
  const pass = async (milliseconds: number): Promise<void> => {
    clock.now += milliseconds
    await lab.host.settleJobs()
  }
  const open = opened.move()
  return {
    ...lab,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
    clock,
    events,
    told,
    failing,
    notes: notesOf,
    copies: copiesOf,
    pass,
    switchFeature: async (orgId, feature, isOn) => await lab.host.lookup(Features)?.set(orgId, feature, isOn),
  }
}

/** Services taken from the plugins. */
interface Held {
  events?: EventsService
  notes?: EventLab['notes']
  copies?: EventLab['copies']
}

/** A plugin that stores the ids of received events. */
function indexPlugin(tell: (subscriber: string, event: EventRecord) => void, held: Held): AnyPlugin {
  return definePlugin({
    name: 'index',
    info: notesInfo,
    models: copies,
    mount(_mux, ctx) {
      const all = ctx.db.asInstance('a test reads')
      held.copies = () => all.selectFrom('index_copies').select(['event', 'org_id']).execute()
      const events = ctx.lookup(Events) as EventsService
      const names = ['note.created', 'member.joined']
      events.subscribe<unknown, TablesOf<typeof copies>>('copy', names, async ({ db }, event) => {
        tell('copy', event)
        await db.insertInto('index_copies').values({ event: event.id }).execute()
      })
      events.subscribe('all', '*', async (_scope, event) => tell('all', event))
    },
  })
}
