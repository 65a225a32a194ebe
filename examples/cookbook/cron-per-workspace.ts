import { column, defineJob, definePlugin, Jobs, model, requireService } from '@host/plugin'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Digest = model(
  'digests_digests',
  { id: column.id('dig'), org_id: column.org(), made_at: column.time() },
  { index: [['org_id', 'id']] },
)

export const listDigests = defineEndpoint({
  pattern: 'GET /api/x/digests/digests',
  input: nothing,
  output: z.object({ items: z.array(z.object({ madeAt: z.iso.datetime() })) }),
  summary: 'List the latest digests',
})

const makeDigest = defineJob({ name: 'make-digest', input: z.strictObject({}) })

export const plugin = definePlugin({
  name: 'digests',
  info: { title: 'Digests', description: 'A digest each morning', icon: 'inbox', category: 'Work', api: '^1' },
  models: [Digest],
  mount(mux, ctx) {
    const jobs = requireService(ctx, Jobs)
    jobs.handle(makeDigest, async (scope) => {
      await scope.db.insertInto('digests_digests').values({ made_at: scope.now().toISOString() }).execute()
    })
    // At nine in the time zone of each workspace where the feature is on.
    jobs.schedule(makeDigest, '0 9 * * *', { each: 'workspace', timeZone: 'workspace', input: {} })
    mux.endpoint(listDigests, async ({ db }) => {
      const rows = await db.selectFrom('digests_digests').select('made_at').orderBy('id', 'desc').limit(50).execute()
      return { items: rows.map((row) => ({ madeAt: row.made_at })) }
    })
  },
})
