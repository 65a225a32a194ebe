import { Changesets, definePlugin, requireService, type AnyPlugin } from '@host/plugin'

/** A plugin that calls a function while any plan is made, after its targets were read, and finds nothing. */
export function dependentFinder(name: string, find: () => Promise<void>): AnyPlugin {
  return definePlugin({
    name,
    info: { title: name, description: 'Sees plans', icon: 'eye', category: 'Work', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      requireService(ctx, Changesets).dependents(async () => {
        await find()
        return []
      })
    },
  })
}
