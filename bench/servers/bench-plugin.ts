import { column, definePlugin, json, model, type AnyModel } from '../../packages/plugin/src/index.ts'
import type { PluginEntry } from '../../packages/host/src/index.ts'
import { payload } from './payload.ts'

/** How the plugins of a measured host look. */
export interface BenchPlugins {
  readonly count: number
  /** Tables of each. */
  readonly tables: number
}

/** Plugins that are alike but for their names: ten routes each, nine guarded and one public. */
export function benchPlugins({ count, tables }: BenchPlugins): readonly PluginEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    plugin: benchPlugin(index, tables),
    version: '1.0.0',
    outOfTree: false,
  }))
}

/** The name of the n-th. */
export function benchPluginName(index: number): string {
  return `bench-${String(index).padStart(3, '0')}`
}

function benchPlugin(index: number, tables: number): PluginEntry['plugin'] {
  const name = benchPluginName(index)
  const info = { title: name, description: 'Answers the load', icon: 'gauge', category: 'Bench', api: '^1' }
  return definePlugin({
    name,
    info,
    models: Array.from({ length: tables }, (_, table) => benchModel(name, table)),
    mount(mux, ctx) {
      const path = `/api/x/${name}`
      mux.handle(`GET ${path}/public/{id}` as 'GET /public/{id}', async ({ params }) => json(payload(params.id)))
      for (let kind = 0; kind < 9; kind += 1) {
        mux.handle(
          `GET ${path}/kind-${kind}/{id}` as 'GET /kind/{id}',
          ctx.guard<{ readonly id: string }>(async ({ params }) => json(payload(params.id))),
        )
      }
    },
  })
}

function benchModel(plugin: string, table: number): AnyModel {
  return model(
    `${plugin.replace('-', '_')}_table_${table}`,
    {
      id: column.id('row'),
      org_id: column.org(),
      title: column.text({ max: 200 }),
      count: column.integer({ default: 0 }),
      created_at: column.time({ default: 'now' }),
    },
    {
      index: [
        ['org_id', 'created_at'],
        ['org_id', 'id'],
      ],
    },
  )
}
