import * as z from 'zod/mini'
import {
  defineEvent,
  definePlugin,
  Events,
  Notifications,
  type EventsService,
  type Notification,
  type PluginContext,
} from '@host/plugin'
import { createTestHost, type TestHost } from '@host/testing'
import { startHostileLab, type HostileLab, type SiteAnswer } from '@host/testing/hostile-lab'
import { createEndpoint, type EndpointDraft } from '../../shared.ts'
import { plugin } from '../index.ts'

const data = z.object({ noteId: z.string() })
const example = { noteId: 'nte_1' }

const created = defineEvent({
  name: 'note.created',
  description: 'A note was written',
  data,
  example,
  toJSONSchema: z.toJSONSchema,
})
const deleted = defineEvent({
  name: 'note.deleted',
  description: 'A note was deleted',
  data,
  example,
  toJSONSchema: z.toJSONSchema,
})

/** A host with webhooks, a publishing plugin, and a receiver whose paths answer as a test defines. */
export interface WebhookLab extends AsyncDisposable {
  readonly host: TestHost
  readonly site: HostileLab['site']
  readonly lab: HostileLab
  /** Notifications that were sent. */
  readonly notifications: readonly Notification[]
  /** Publishes an event of the workspace `here`, and waits until all due deliveries were sent. */
  publish(noteId: string, name?: 'created' | 'deleted'): Promise<void>
  /** Adds an endpoint at a URL. */
  add(url: string, draft?: Partial<EndpointDraft>): Promise<{ readonly id: string; readonly secret: string }>
  /** The messages that a path got. */
  got(path: string): readonly { readonly headers: Record<string, string>; readonly body: string }[]
}

/** Answers with a status. */
export function answers(status: number, headers: Readonly<Record<string, string>> = {}): SiteAnswer {
  return (_request, response) => void response.writeHead(status, headers).end()
}

/** Opens the laboratory. @param environment further variables of the host, such as its database */
export async function openWebhookLab(environment: Readonly<Record<string, string>> = {}): Promise<WebhookLab> {
  const lab = await startHostileLab()
  const notifications: Notification[] = []
  const held: { events?: EventsService } = {}
  const notes = definePlugin({
    name: 'notes',
    info: { title: 'Notes', description: 'N', icon: 'hand', category: 'Work', api: '^1' },
    models: [],
    events: [created, deleted],
    mount(_mux, ctx: PluginContext) {
      const events = ctx.lookup(Events)
      if (events !== undefined) held.events = events
      ctx.provide(Notifications, {
        notify: async (_plugin, notification) => void ('title' in notification && notifications.push(notification)),
      })
    },
  })
  const host = await createTestHost({ plugins: [plugin, notes], outbound: lab.outbound, environment })
  const { site } = lab
  return Object.freeze<WebhookLab>({
    host,
    site,
    lab,
    notifications,
    publish: async (noteId, name = 'created') => {
      await held.events?.publish(name === 'created' ? created : deleted, host.workspaces.here, { noteId })
      await host.settleJobs()
    },
    add: async (url, draft = {}) => {
      const { endpoint, secret } = await host.as('admin').call(createEndpoint, { url, events: ['note.*'], ...draft })
      return { id: endpoint.id, secret }
    },
    got: (path) =>
      site.requests
        .filter((request) => request.path === path)
        .map(({ headers, body }) => ({ headers: headers as Record<string, string>, body })),
    [Symbol.asyncDispose]: async () => {
      await host.close()
      await lab.close()
    },
  })
}
