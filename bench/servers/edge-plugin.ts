import { definePlugin, json, requireService } from '../../packages/plugin/src/index.ts'
import { Edge, type EdgeService } from '../../packages/plugin/src/platform.ts'
import type { PluginEntry } from '../../packages/host/src/index.ts'
import { payload, payloadId } from './payload.ts'

/** The host that the plugin answers. */
export const edgeHost = 'go.bench-links.com'

/** Where its redirect leads, of the length of a usual target. */
export const redirectTarget = 'https://www.example.com/campaigns/autumn/landing?utm=a1'

/** A plugin that answers the host of a workspace, and makes it that workspace's. */
export function edgePlugin(): { readonly entry: PluginEntry; readonly give: (orgId: string) => Promise<void> } {
  const held: { edge?: EdgeService } = {}
  const plugin = definePlugin({
    name: 'bench-edge',
    info: { title: 'Edge', description: 'Answers a host', icon: 'link', category: 'Bench', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      held.edge = requireService(ctx, Edge)
      held.edge.serve(() => json(payload(payloadId)), {
        rateLimit: 'redirect',
        quick: ({ target }) =>
          target === '/go'
            ? { status: 302, headers: { location: redirectTarget, 'cache-control': 'private, max-age=0' } }
            : undefined,
      })
    },
  })
  return {
    entry: { version: '1.0.0', outOfTree: false, plugin },
    async give(orgId) {
      await held.edge?.prove(orgId, edgeHost)
      await held.edge?.assign(orgId, edgeHost)
    },
  }
}
