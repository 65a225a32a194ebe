import type { AnyPlugin, PluginContext } from '@host/plugin'

/** A plugin that keeps the context which it was mounted with, by which its own tables can be looked at. */
export interface RecordedPlugin {
  readonly plugin: AnyPlugin
  /** @throws Error before it was mounted */
  context(): PluginContext
}

/** Keeps a plugin's context when it is mounted, and changes nothing else of it. */
export function recordedPlugin(plugin: AnyPlugin): RecordedPlugin {
  let known: PluginContext | undefined
  const mount: AnyPlugin['mount'] = (mux, ctx) => {
    known = ctx as unknown as PluginContext
    return plugin.mount(mux, ctx)
  }
  return {
    plugin: new Proxy(plugin, {
      get: (target, member) => (member === 'mount' ? mount : (Reflect.get(target, member) as unknown)),
    }),
    context() {
      if (known === undefined) throw new Error(`${plugin.name} was not mounted.`)
      return known
    },
  }
}
