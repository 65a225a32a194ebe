/** The product with only the plugin that the tests of hosts need; tests run it as a process. */
import { definePlugin, Features, json, requireService } from '@host/plugin'
import { Accounts, Edge, Workspaces } from '@host/plugin/platform'
import { runExecutable } from '../../../../packages/cli/src/run-executable.ts'

const info = { title: 'Sites', description: 'Answers hosts', icon: 'globe', category: 'Test', api: '^1' } as const

/** Makes a change and answers when it has been made, with the process that made it. */
const control = definePlugin({
  name: 'control',
  info: { ...info, core: true },
  models: [],
  mount(mux, ctx) {
    const service = requireService
    mux.handle('GET /api/x/control/pid', () => json({ pid: process.pid }))
    mux.handle('GET /api/x/control/workspaces', async () => {
      const user = await service(ctx, Accounts).findByEmail('edge@host.test')
      const workspaces = service(ctx, Workspaces)
      const { id: orgId } = await workspaces.create({ name: 'Second', ownerId: user?.id ?? '' })
      return json({ actorId: user?.id, orgId })
    })
    mux.handle('GET /api/x/control/feature', async ({ query }) => {
      await service(ctx, Features).set(query.get('orgId') ?? '', 'sites', query.get('on') === 'true')
      return json({ pid: process.pid })
    })
    mux.handle('GET /api/x/control/close', async ({ query }) => {
      const actor = { orgId: query.get('orgId') ?? '', actorId: query.get('actorId') ?? '' }
      await service(ctx, Workspaces).erase(actor, 'Second')
      return json({ pid: process.pid })
    })
    mux.handle('GET /api/x/control/restore', async ({ query }) => {
      await service(ctx, Workspaces).restore({ orgId: query.get('orgId') ?? '', actorId: query.get('actorId') ?? '' })
      return json({ pid: process.pid })
    })
  },
})

const sites = definePlugin({
  name: 'sites',
  info,
  models: [],
  mount(mux, ctx) {
    const edge = requireService(ctx, Edge)
    edge.serve(({ orgId }) => json({ orgId, pid: process.pid }), { rateLimit: 'none' })
    mux.handle('GET /api/x/sites/change', async ({ query }) => {
      const [orgId, name] = [query.get('orgId') ?? '', query.get('name') ?? '']
      const change = query.get('change')
      if (change === 'prove' || change === 'disprove' || change === 'assign' || change === 'release') {
        await edge[change](orgId, name)
      }
      return json({ pid: process.pid })
    })
  },
})

await runExecutable({ inTree: [], outOfTree: [control, sites] })
