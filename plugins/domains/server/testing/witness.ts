import { definePlugin, Events, Notifications, requireService, type Notification } from '@host/plugin'
import { Edge, type EdgeService } from '@host/plugin/platform'

/** A plugin that sees what the domains of a host cause. */
export interface Witness {
  readonly plugin: ReturnType<typeof definePlugin>
  /** Names of the events of all workspaces, in their order. */
  readonly events: string[]
  readonly notifications: Notification[]
  edge(): EdgeService
}

/** Makes a witness. */
export function createWitness(): Witness {
  const events: string[] = []
  const notifications: Notification[] = []
  let edge: EdgeService | undefined
  const plugin = definePlugin({
    name: 'witness',
    info: { title: 'Witness', description: 'W', icon: 'eye', category: 'Work', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      edge = requireService(ctx, Edge)
      edge.serve(() => new Response('served'))
      requireService(ctx, Events).subscribe('all', '*', async (_scope, { name }) => void events.push(name))
      ctx.provide(Notifications, {
        notify: async (_plugin, notification) => void ('title' in notification && notifications.push(notification)),
      })
    },
  })
  return {
    plugin,
    events,
    notifications,
    edge() {
      if (edge === undefined) throw new Error('The witness is not mounted.')
      return edge
    },
  }
}
