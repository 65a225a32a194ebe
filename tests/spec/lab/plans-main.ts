/** The executable of a host with plans, links, and reports that ask for a tier. */
import { runExecutable } from '@host/cli'
import { definePlugin, json } from '@host/plugin'
import { plugin as account } from '../../../plugins/account/server/index.ts'
import { plugin as instance } from '../../../plugins/instance/server/index.ts'
import { plugin as links } from '../../../plugins/links/server/index.ts'
import { plugin as plans } from '../../../plugins/plans/server/index.ts'
import { plugin as workspaces } from '../../../plugins/workspaces/server/index.ts'

const reports = definePlugin({
  name: 'reports',
  info: { title: 'Reports', description: 'Asks for a tier', icon: 'gauge', category: 'Work', api: '^1' },
  models: [],
  plan: { tiers: [{ name: 'reports', title: { en: 'Reports', zh: '报表' } }] },
  mount(mux, ctx) {
    mux.handle(
      'GET /api/x/reports/report',
      ctx.guard(() => json({}), { tier: 'reports' }),
    )
  },
})

await runExecutable({
  inTree: [
    { plugin: account, granted: ['auth'] },
    { plugin: workspaces, granted: ['workspaces', 'members', 'invitations', 'support-access'] },
    { plugin: plans, granted: ['instance/plans'] },
    { plugin: links, granted: ['instance/links'] },
    { plugin: reports, granted: [] },
    { plugin: instance, granted: ['instance'] },
  ],
  outOfTree: [],
})
