/**
 * A plugin that stands beside the one that is checked. Services that take a request know who calls only inside of one,
 * so it has routes that ask them.
 */
import { ApiTokens, definePlugin, json, type AnyPlugin, type ApiTokenKind } from '@host/plugin'
import { Contributions } from '@host/plugin/platform'

export const probeName = 'plugin-checks'

/** Where the probe answers. */
export const probePaths = {
  tokens: '/api/x/plugin-checks/tokens',
  contributions: '/api/x/plugin-checks/contributions',
  samples: '/api/x/plugin-checks/samples',
} as const

/** The scope of the probe's own reading route, which opens nothing else. */
export const probeScope = 'plugin-checks.read'

/** Makes the probe; each host gets one of its own. */
export function probePlugin(): AnyPlugin {
  return definePlugin({
    name: probeName,
    info: {
      title: 'Plugin checks',
      description: 'Asks services in the name of a caller',
      icon: 'check',
      category: 'Checks',
      core: true,
      api: '^1',
    },
    models: [],
    mount(mux, ctx) {
      mux.handle(
        'POST /api/x/plugin-checks/tokens',
        ctx.guard(async ({ request }) => {
          const { kind, scopes } = (await request.json()) as { kind: ApiTokenKind; scopes: readonly string[] }
          const minted = await ctx.lookup(ApiTokens)?.mint(request, kind, { name: 'Checks', scopes })
          return json({ secret: minted?.secret })
        }),
      )
      mux.handle(
        'GET /api/x/plugin-checks/contributions',
        ctx.guard(async ({ request, query }) => {
          const service = ctx.lookup(Contributions)
          const hook = query.get('hook')
          if (hook === 'checklist') return json({ value: await service?.checklist(request) })
          if (hook === 'badges') return json({ value: await service?.badges(request) })
          return json({ value: await service?.search(request, query.get('q') ?? 'a') })
        }),
      )
      mux.handle(
        'POST /api/x/plugin-checks/samples',
        ctx.guard(async ({ request, db }) => {
          const sources = (await ctx.lookup(Contributions)?.sampleData(request)) ?? []
          const { ids } = (await request.json()) as { ids?: readonly string[] }
          const changed = await db.transaction(async () => {
            const each = sources.map((source) => (ids === undefined ? source.add() : source.remove(ids)))
            return await Promise.all(each)
          })
          return json({ value: changed.flat() })
        }),
      )
    },
  })
}
