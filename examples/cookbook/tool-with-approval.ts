import { column, definePlugin, listOf, model, Problem } from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Campaign = model(
  'campaigns_items',
  {
    id: column.id('camp'),
    org_id: column.org(),
    title: column.text({ max: 200 }),
    sent_at: column.time({ nullable: true }),
  },
  { index: [['org_id', 'id']], label: 'title' },
)

const CampaignOut = z.object({ id: z.string(), title: z.string(), isSent: z.boolean() })

/** A tool that reads: no approval. */
export const listCampaigns = defineEndpoint({
  pattern: 'GET /api/x/campaigns/items',
  input: listInput(),
  output: pageOf(CampaignOut),
  summary: 'List campaigns',
  mcp: { description: 'Lists the campaigns of the workspace, newest first.' },
})

/** Not a tool: agents can't call it. */
export const addCampaign = defineEndpoint({
  pattern: 'POST /api/x/campaigns/items',
  input: z.strictObject({ title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  output: CampaignOut,
  status: 201,
  summary: 'Add a campaign',
})

/** A tool that can't be undone: an admin approves each call of an agent. */
export const sendCampaign = defineEndpoint({
  pattern: 'POST /api/x/campaigns/items/{id}/send',
  input: nothing,
  output: CampaignOut,
  errors: ['conflict'],
  atomic: true,
  summary: 'Send a campaign',
  mcp: { description: 'Sends a campaign to all subscribers. It can’t be taken back.', approval: true },
})

export const plugin = definePlugin({
  name: 'campaigns',
  info: { title: 'Campaigns', description: 'Emails to subscribers', icon: 'megaphone', category: 'Work', api: '^1' },
  models: [Campaign],
  mount(mux) {
    mux.endpoint(listCampaigns, (scope) =>
      listOf(scope, scope.db.selectFrom('campaigns_items').selectAll(), { item: present }),
    )
    mux.endpoint(addCampaign, async ({ db, input }) =>
      present(await db.insertInto('campaigns_items').values(input).returningAll().executeTakeFirstOrThrow()),
    )
    mux.endpoint(sendCampaign, async ({ db, params: { id }, now }) => {
      const unsent = db.updateTable('campaigns_items').set({ sent_at: now().toISOString() }).where('id', '=', id)
      const sent = await unsent.where('sent_at', 'is', null).returningAll().executeTakeFirst()
      if (sent !== undefined) return present(sent)
      const known = await db.selectFrom('campaigns_items').select('id').where('id', '=', id).executeTakeFirst()
      throw new Problem(known === undefined ? 'not_found' : 'conflict')
    })
  },
})

function present(row: { readonly id: string; readonly title: string; readonly sent_at: string | null }) {
  return { id: row.id, title: row.title, isSent: row.sent_at !== null }
}
