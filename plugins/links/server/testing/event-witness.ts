import { definePlugin, Events, requireService } from '@host/plugin'

/** Another plugin, which sees the events of links. */
export function eventWitness() {
  const names: string[] = []
  const data: unknown[] = []
  const plugin = definePlugin({
    name: 'witness',
    info: { title: 'Witness', description: 'Sees events', icon: 'activity', category: 'Tests', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      requireService(ctx, Events).subscribe('links', '*', async (_scope, event) => {
        if (!event.name.startsWith('link.')) return
        names.push(event.name)
        data.push(event.data)
      })
    },
  })
  return { plugin, names, data }
}
