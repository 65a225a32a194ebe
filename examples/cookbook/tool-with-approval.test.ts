import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiTokens, definePlugin, json, requireService } from '@host/plugin'
import { createTestHost } from '@host/testing'
import { addCampaign, listCampaigns, plugin, sendCampaign } from './tool-with-approval.ts'

/** Stands for the plugin of agents: a token with its permission is the token of an agent. */
const agents = definePlugin({
  name: 'agents',
  info: { title: 'Agents', description: 'Tokens of agents', icon: 'bot', category: 'Test', api: '^1' },
  models: [],
  permissions: [{ name: 'agents.use', title: 'Act as an agent', role: 'member', isForAgents: true }],
  mount(mux, ctx) {
    mux.handle(
      'GET /api/x/agents/ping',
      ctx.guard(() => json({}), { permission: 'agents.use' }),
    )
    mux.handle('POST /api/x/agents/token', async ({ request }) => {
      const scopes = ['campaigns.read', 'campaigns.write', 'agents.use']
      return json(await requireService(ctx, ApiTokens).mint(request, 'workspace', { name: 'Agent', scopes }))
    })
  },
})

test('an agent reads freely, sends nothing without an approval, and people send as they like', async () => {
  await using host = await createTestHost({ plugins: [plugin, agents] })
  const { id } = await host.as('owner').call(addCampaign, { title: 'Spring' })
  const { secret } = (await (await host.as('owner').post('/api/x/agents/token')).json()) as { readonly secret: string }
  const headers = { authorization: `Bearer ${secret}` }
  const agent = host.as('anonymous')

  assert.equal((await agent.get('/api/x/campaigns/items', { headers })).status, 200)
  const refused = await agent.post(`/api/x/campaigns/items/${id}/send`, undefined, { headers })
  const { code } = (await refused.json()) as { readonly code: string }
  assert.deepEqual([refused.status, code], [403, 'approval_required'])
  assert.equal((await agent.post('/api/x/campaigns/items', { title: 'Summer' }, { headers })).status, 403)

  const { items } = await host.as('member').call(listCampaigns)
  assert.deepEqual(items, [{ id, title: 'Spring', isSent: false }])
  assert.equal((await host.as('member').call(sendCampaign, { id })).isSent, true)
})
